package dev.losslessd.driver.sonic;

import dev.losslessd.driver.ContractSwitch;
import dev.losslessd.driver.FabricContract;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchContract;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The contract of SONiC, on a switch as its template makes it. */
class SonicContractTest extends SwitchContract {
  private static final String PORT = "Ethernet0";
  private static final String OTHER = "Ethernet4";
  private static final String SHARES =
      "tc0=14% tc1=14% tc2=14% tc3=15% tc4=15% tc5=14% tc6=14% tc7=vendor prio-tc=0,1,2,3,4,5,6,7";

  /** What the template of SONiC makes of each DSCP. */
  private static final String STOCK_MAP =
      "0-2->1 3->3 4->4 5->2 6->1 7->1 8->0 9-45->1 46->5 47->1 48->6 49-63->1";

  @Override
  protected SwitchDriver driver() {
    return new SonicDriver();
  }

  @Override
  protected Ledger ledger() {
    return SonicLedger.LEDGER;
  }

  @Override
  protected ContractSwitch start(Path folder) throws Exception {
    return new FabricContract(new SonicLeaf(folder), "", false);
  }

  @Override
  protected String denial() {
    return "is not allowed to execute";
  }

  @Override
  protected String port() {
    return PORT;
  }

  @Override
  protected String other() {
    return OTHER;
  }

  @Override
  protected String gone() {
    return "Ethernet900";
  }

  @Override
  protected String agentName() {
    return "etp1";
  }

  @Override
  protected Map<SettingKind, Expected> settings() {
    return Map.of(
        SettingKind.PFC,
        Expected.value("3,4"),
        SettingKind.LOSSLESS,
        Expected.value("3,4"),
        SettingKind.ETS,
        Expected.value(SHARES),
        SettingKind.ECN,
        Expected.value("3=1MiB..2MiB@5% 4=1MiB..2MiB@5%"),
        SettingKind.TRUST,
        Expected.value("dscp"),
        SettingKind.DSCP_MAP,
        Expected.value(STOCK_MAP),
        SettingKind.MTU,
        Expected.value("9100"),
        SettingKind.GLOBAL_PAUSE,
        Expected.value("off (community SONiC has no setting for 802.3x pause)"),
        SettingKind.PFC_WATCHDOG,
        Expected.value("off"));
  }

  @Override
  protected Map<SettingKind, Expected> wholeSettings() {
    return Map.of(
        SettingKind.DSCP_MAP,
        Expected.value(STOCK_MAP),
        SettingKind.PFC_WATCHDOG,
        Expected.value("on"));
  }

  @Override
  protected int queueCounters() {
    return 43;
  }

  private static Case cells(
      String why, String port, SettingKind kind, Expected expected, String... commands) {
    String lines =
        Stream.of(commands)
            .map(one -> "sudo sonic-db-cli CONFIG_DB " + one)
            .collect(Collectors.joining(" ; "));
    return Case.configured(why, lines, port, kind, expected);
  }

  @Override
  protected List<Case> members() {
    String member = "hset 'PORTCHANNEL_MEMBER|PortChannel7|Ethernet0' NULL NULL";
    return List.of(
        cells(
            "MTU",
            PORT,
            SettingKind.MTU,
            Expected.value("4200 (of PortChannel7)"),
            "hset 'PORTCHANNEL|PortChannel7' mtu 4200",
            member),
        cells(
            "MTU that is not printed",
            PORT,
            SettingKind.MTU,
            Expected.value("9100 (of PortChannel7)"),
            "hset 'PORTCHANNEL|PortChannel7' admin_status up",
            "hset 'PORT|Ethernet0' mtu 1500",
            member),
        cells("PFC is of its own rows", PORT, SettingKind.PFC, Expected.value("3,4"), member));
  }

  @Override
  protected List<Case> unprinted() {
    return List.of(
        cells(
            "probability",
            PORT,
            SettingKind.ECN,
            Expected.value("3=1MiB..2MiB@100% 4=1MiB..2MiB@100%"),
            "hdel 'WRED_PROFILE|AZURE_LOSSLESS' green_drop_probability"),
        cells(
            "kind of scheduler",
            PORT,
            SettingKind.ETS,
            Expected.value(SHARES),
            "hdel 'SCHEDULER|scheduler.0' type"),
        cells(
            "map of the whole switch",
            PORT,
            SettingKind.TRUST,
            Expected.value("dscp"),
            "hdel 'PORT_QOS_MAP|Ethernet0' dscp_to_tc_map",
            "hset 'PORT_QOS_MAP|global' dscp_to_tc_map AZURE"));
  }

  @Override
  protected List<Case> unknownLines() {
    return List.of(
        cells(
            "priorities",
            PORT,
            SettingKind.PFC,
            Expected.unknown("PORT_QOS_MAP|Ethernet0 pfc_enable is '3-4'"),
            "hset 'PORT_QOS_MAP|Ethernet0' pfc_enable 3-4"),
        cells(
            "scheduler",
            PORT,
            SettingKind.ETS,
            Expected.unknown("SCHEDULER|scheduler.0 type is 'FAIR'"),
            "hset 'SCHEDULER|scheduler.0' type FAIR"),
        cells(
            "marks",
            PORT,
            SettingKind.ECN,
            Expected.unknown("WRED_PROFILE|AZURE_LOSSLESS ecn is 'ecn_blue'"),
            "hset 'WRED_PROFILE|AZURE_LOSSLESS' ecn ecn_blue"),
        cells(
            "map",
            "",
            SettingKind.DSCP_MAP,
            Expected.unknown("DSCP_TO_TC_MAP|AZURE 26 is 'high'"),
            "hset 'DSCP_TO_TC_MAP|AZURE' 26 high"),
        cells(
            "watchdog",
            PORT,
            SettingKind.PFC_WATCHDOG,
            Expected.unknown("PFC_WD|Ethernet0 action is 'shrug'"),
            "hset 'PFC_WD|Ethernet0' action shrug detection_time 400 restoration_time 700"));
  }

  @Override
  protected List<Case> strangeRows() {
    return List.of(
        cells(
            "priorities",
            OTHER,
            SettingKind.PFC,
            Expected.unknown("PORT_QOS_MAP|Ethernet4 pfc_enable"),
            "hset 'PORT_QOS_MAP|Ethernet4' pfc_enable all"),
        cells(
            "a queue whose scheduler is not there",
            OTHER,
            SettingKind.ETS,
            Expected.unknown("nobody"),
            "hset 'QUEUE|Ethernet4|3' scheduler nobody"),
        cells(
            "MTU",
            OTHER,
            SettingKind.MTU,
            Expected.unknown("PORT|Ethernet4 mtu"),
            "hset 'PORT|Ethernet4' mtu jumbo"));
  }

  @Override
  protected List<String> starts() {
    return List.of(
        "", "sudo sonic-db-cli CONFIG_DB hset 'DEVICE_METADATA|localhost' buffer_model dynamic");
  }

  @Override
  protected List<Map.Entry<Target, Setting>> steps() {
    return SonicSessionTest.steps();
  }
}
