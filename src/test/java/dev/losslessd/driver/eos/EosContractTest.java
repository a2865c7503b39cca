package dev.losslessd.driver.eos;

import dev.losslessd.driver.ContractSwitch;
import dev.losslessd.driver.FabricContract;
import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchContract;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The contract of EOS, on a switch whose ports use a profile of an operator's. */
class EosContractTest extends SwitchContract {
  private static final String PORT = "Ethernet1";
  private static final String OTHER = "Ethernet2";
  private static final String OF_PORT = "interface " + PORT + "\n";
  private static final String OF_OTHER = "interface " + OTHER + "\n";

  @Override
  protected SwitchDriver driver() {
    return new EosDriver();
  }

  @Override
  protected Ledger ledger() {
    return EosLedger.LEDGER;
  }

  @Override
  protected ContractSwitch start(Path folder) throws Exception {
    return new FabricContract(
        new FabricLeaf(folder, SwitchSystem.EOS, driver()), OnEosLeaf.SITE, false);
  }

  @Override
  protected String denial() {
    return "Authorization denied";
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
    return "Ethernet47/1";
  }

  @Override
  protected Map<SettingKind, Expected> settings() {
    return Map.of(
        SettingKind.PFC,
        Expected.value("3"),
        SettingKind.LOSSLESS,
        Expected.value("3"),
        SettingKind.ETS,
        Expected.value(
            "tc0=strict tc1=strict tc2=strict tc3=30% tc4=strict tc5=strict tc6=strict tc7=strict"
                + " prio-tc=0,1,2,3,4,5,6,7 (but with 'tx-queue 5: bandwidth guaranteed percent"
                + " 10')"),
        SettingKind.ECN,
        Expected.value("3=320KB..1500KB@20%"),
        SettingKind.ECN_COUNT,
        Expected.value("3"),
        SettingKind.TRUST,
        Expected.value("dscp"),
        SettingKind.DSCP_MAP,
        Expected.value(OnEosLeaf.stockWith(Map.of(18, 3)).text()),
        SettingKind.MTU,
        Expected.value("9100"),
        SettingKind.GLOBAL_PAUSE,
        Expected.value("off"),
        SettingKind.PFC_WATCHDOG,
        Expected.value(
            "on (but with 'priority-flow-control pause watchdog port timer timeout 0.05"
                + " polling-interval auto recovery-time 1.11 forced')"));
  }

  @Override
  protected Map<SettingKind, Expected> wholeSettings() {
    return Map.of(
        SettingKind.DSCP_MAP,
        Expected.value(OnEosLeaf.stockWith(Map.of(18, 3)).text()),
        SettingKind.PFC_WATCHDOG,
        Expected.value(
            "on detectMillis=50 (but with 'no priority-flow-control pause watchdog default"
                + " recovery-time; no priority-flow-control pause watchdog default"
                + " polling-interval; no priority-flow-control pause watchdog action')"));
  }

  @Override
  protected int queueCounters() {
    return 25;
  }

  private static Case config(
      String why, String line, String with, String port, SettingKind kind, Expected expected) {
    UnaryOperator<String> edit = text -> text.replace(line, with);
    return Case.printed(why, RunningConfig.COMMAND, edit, port, kind, expected);
  }

  @Override
  protected List<Case> members() {
    String bundle = "interface Port-Channel7\n   qos trust cos\n   service-profile ROCE\n!\n";
    String member = OF_PORT + "   channel-group 7 mode active\n";
    return List.of(
        config(
            "trust of the bundle against that of its profile",
            OF_PORT,
            bundle + member,
            PORT,
            SettingKind.TRUST,
            Expected.unknown("Port-Channel7")),
        config("PFC", OF_PORT, bundle + member, PORT, SettingKind.PFC, Expected.value("3")),
        config(
            "PFC of a bundle without",
            OF_OTHER,
            "interface Port-Channel7\n!\n" + OF_OTHER + "   channel-group 7 mode active\n",
            OTHER,
            SettingKind.ECN,
            Expected.unknown("is a member of Port-Channel7, and has 'tx-queue 3: random-detect")),
        config(
            "a bundle without a section",
            OF_PORT,
            member,
            PORT,
            SettingKind.PFC,
            Expected.unknown("Port-Channel7, which the configuration does not have: set there")));
  }

  @Override
  protected List<Case> unprinted() {
    return List.of(
        config(
            "DSCP map of the chip",
            "qos map dscp 18 to traffic-class 3\n",
            "",
            "",
            SettingKind.DSCP_MAP,
            Expected.value(OnEosLeaf.stockWith(Map.of()).text())),
        config(
            "trust of a port that routes",
            "   qos trust dscp\n",
            "",
            PORT,
            SettingKind.TRUST,
            Expected.value("dscp")),
        config(
            "the watchdog of a port",
            "   priority-flow-control pause watchdog port timer timeout 0.05 polling-interval auto"
                + " recovery-time 1.11 forced\n",
            "",
            PORT,
            SettingKind.PFC_WATCHDOG,
            Expected.value("on")));
  }

  private static Case unknown(String line, SettingKind kind, String unknown) {
    return config(
        kind.word(), line, line + unknown, PORT, kind, Expected.unknown("'" + unknown.strip()));
  }

  @Override
  protected List<Case> unknownLines() {
    String pfc = "   priority-flow-control priority 3 no-drop\n";
    String queue = "   tx-queue 5\n";
    return List.of(
        unknown(pfc, SettingKind.PFC, "   priority-flow-control burst 3\n"),
        unknown(pfc, SettingKind.LOSSLESS, "   priority-flow-control burst 3\n"),
        unknown(pfc, SettingKind.PFC_WATCHDOG, "   priority-flow-control pause watchdog lax\n"),
        unknown(pfc, SettingKind.TRUST, "   qos trust label\n"),
        unknown(OF_PORT, SettingKind.GLOBAL_PAUSE, "   flowcontrol both on\n"),
        config(
            "a share in bits",
            queue,
            queue + "      bandwidth kbps 4000\n",
            PORT,
            SettingKind.ETS,
            Expected.unknown("'tx-queue 5: bandwidth kbps 4000'")),
        config(
            "marks by delay",
            queue,
            queue + "      random-detect ecn delay 7 microseconds\n",
            PORT,
            SettingKind.ECN,
            Expected.unknown("'tx-queue 5: random-detect ecn delay 7 microseconds'")),
        config(
            "an entry of the map",
            "qos map dscp 18 to traffic-class 3\n",
            "qos map dscp 18 to traffic-class roce\n",
            "",
            SettingKind.DSCP_MAP,
            Expected.unknown("qos map dscp 18 to traffic-class roce")),
        config(
            "an action of the watchdog",
            "\nqos profile ROCE\n",
            "\npriority-flow-control pause watchdog action warn\nqos profile ROCE\n",
            "",
            SettingKind.PFC_WATCHDOG,
            Expected.unknown("action warn")));
  }

  @Override
  protected List<Case> strangeRows() {
    return List.of(
        Case.printed(
            "a number that is none",
            Mtus.COMMAND,
            text -> text.replaceFirst("(\"Ethernet2\".*?\"mtu\": *)\\d+", "$1\"jumbo\""),
            OTHER,
            SettingKind.MTU,
            Expected.unknown(OTHER)),
        Case.printed(
            "a number that no MTU has",
            Mtus.COMMAND,
            text -> text.replaceFirst("(\"Ethernet2\".*?\"mtu\": *)\\d+", "$17000000"),
            OTHER,
            SettingKind.MTU,
            Expected.unknown(OTHER)),
        config(
            "a profile that is not there",
            "gpu02\n   service-profile ROCE\n",
            "gpu02\n   service-profile LOST\n",
            OTHER,
            SettingKind.PFC,
            Expected.unknown("service-profile LOST")));
  }

  @Override
  protected List<String> starts() {
    return List.of("interface Ethernet1", OnEosLeaf.SITE, OnEosLeaf.DIRECT);
  }

  @Override
  protected String othersEdited() {
    return "(no )?qos profile ROCE";
  }

  @Override
  protected List<Map.Entry<Target, Setting>> steps() {
    return OnEosLeaf.steps();
  }
}
