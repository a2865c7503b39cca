package dev.losslessd.driver.nvue;

import dev.losslessd.driver.ContractSwitch;
import dev.losslessd.driver.FabricContract;
import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchContract;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The contract of NVUE, on a release whose states are {@code enabled} and {@code disabled}. */
class NvueContractTest extends SwitchContract {
  private static final String PORT = "swp2";
  private static final String OTHER = "swp1";
  private static final String INTERFACES = "nv show interface -o json";

  @Override
  protected SwitchDriver driver() {
    return new NvueDriver();
  }

  @Override
  protected Ledger ledger() {
    return NvueLedger.LEDGER;
  }

  @Override
  protected ContractSwitch start(Path folder) throws Exception {
    return new FabricContract(
        new FabricLeaf(folder, SwitchSystem.NVUE, driver()), Leaf.SITE, false);
  }

  @Override
  protected String denial() {
    return "You do not have permission";
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
    return "swp77";
  }

  private static String map(Map<Integer, Integer> entries) {
    Map<Dscp, Priority> map = new TreeMap<>();
    for (int dscp = 0; dscp < 64; dscp++) {
      map.put(Dscp.of(dscp), Priority.of(entries.getOrDefault(dscp, dscp / 8)));
    }
    return DscpMap.of(map).text();
  }

  @Override
  protected Map<SettingKind, Expected> settings() {
    return Map.of(
        SettingKind.PFC,
        Expected.value("4"),
        SettingKind.GLOBAL_PAUSE,
        Expected.value("off"),
        SettingKind.MTU,
        Expected.value("9000"),
        SettingKind.TRUST,
        Expected.value("dscp"),
        SettingKind.DSCP_MAP,
        Expected.value(map(Map.of(30, 5))),
        SettingKind.PFC_WATCHDOG,
        Expected.value("off"));
  }

  @Override
  protected Map<SettingKind, Expected> wholeSettings() {
    return Map.of(
        SettingKind.LOSSLESS,
        Expected.value("4"),
        SettingKind.ETS,
        Expected.value(
            "tc0=12% tc1=13% tc2=12% tc3=13% tc4=12% tc5=13% tc6=12% tc7=13%"
                + " prio-tc=0,1,2,3,4,5,6,7"),
        SettingKind.ECN,
        Expected.value(
            "0=150KB..1500KB@100% (runs as 0=156KiB..1476KiB@100%, in steps of 12288 B)"),
        SettingKind.DSCP_MAP,
        Expected.value(map(Map.of())),
        SettingKind.PFC_WATCHDOG,
        Expected.value("on detectMillis=300 action=drop"));
  }

  @Override
  protected boolean hears() {
    return false;
  }

  @Override
  protected int queueCounters() {
    return 48;
  }

  /** A port that is bound to a profile has what is in that, and not what the switch has. */
  @Override
  protected List<Case> members() {
    return List.of(
        Case.configured(
            "a scheduler",
            "set qos egress-scheduler BULK traffic-class 0 mode dwrr"
                + " ; set qos egress-scheduler BULK traffic-class 0 bw-percent 35"
                + " ; set qos egress-scheduler BULK traffic-class 5 mode dwrr"
                + " ; set qos egress-scheduler BULK traffic-class 5 bw-percent 65"
                + " ; set qos egress-scheduler BULK traffic-class 7 mode strict"
                + " ; set interface swp1 qos egress-scheduler profile BULK",
            OTHER,
            SettingKind.ETS,
            Expected.value(
                "tc0=35% tc1=0% tc2=0% tc3=0% tc4=0% tc5=65% tc6=0% tc7=strict"
                    + " prio-tc=0,1,2,3,4,5,6,7")),
        Case.configured(
            "a PFC profile with another set",
            "set qos pfc LOGS switch-priority 2 ; set interface swp1 qos pfc profile LOGS",
            "",
            SettingKind.LOSSLESS,
            Expected.unknown("LOGS 2; STORAGE 4")));
  }

  @Override
  protected List<Case> unprinted() {
    return List.of(
        Case.configured(
            "MTU", "unset interface swp2 link mtu", PORT, SettingKind.MTU, Expected.value("9216")),
        Case.configured(
            "entries of the map",
            "unset qos mapping EDGE dscp 30",
            PORT,
            SettingKind.DSCP_MAP,
            Expected.value(map(Map.of()))));
  }

  private static Case word(
      String port, String kind, String word, String with, String of, SettingKind setting) {
    return Case.printed(
        kind + " " + word,
        "nv show interface " + port + " qos " + kind + " -o json",
        text ->
            text.replaceAll("\"" + word + "\": *\"\\w*\"", "\"" + word + "\": \"" + with + "\""),
        of,
        setting,
        Expected.unknown(with));
  }

  @Override
  protected List<Case> unknownLines() {
    return List.of(
        word(PORT, "mapping", "trust", "l4", PORT, SettingKind.TRUST),
        word(PORT, "pfc", "rx", "auto", PORT, SettingKind.PFC),
        word(PORT, "link-pause", "rx", "auto", PORT, SettingKind.GLOBAL_PAUSE),
        word(OTHER, "egress-scheduler", "mode", "fair", "", SettingKind.ETS),
        word(OTHER, "congestion-control", "ecn", "afd", "", SettingKind.ECN));
  }

  private static Case link(String why, String with) {
    return Case.printed(
        why,
        INTERFACES,
        text -> text.replaceFirst("(?s)(\"swp1\".*?\"mtu\": *)\"?\\d+\"?", "$1" + with),
        OTHER,
        SettingKind.MTU,
        Expected.unknown("swp1 link mtu"));
  }

  @Override
  protected List<Case> strangeRows() {
    return List.of(link("a word", "\"jumbo\""), link("a number that no MTU has", "\"7000000\""));
  }

  @Override
  protected List<String> starts() {
    return List.of("", Leaf.SITE);
  }

  @Override
  protected String othersEdited() {
    return "nv (set|unset) qos .*(STORAGE|EDGE).*";
  }

  @Override
  protected List<Map.Entry<Target, Setting>> steps() {
    return NvueSessionTest.steps(whole(), number -> target("swp" + number));
  }
}
