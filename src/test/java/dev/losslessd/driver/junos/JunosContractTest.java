package dev.losslessd.driver.junos;

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
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The contract of Junos, on a switch that an operator has configured with classes of their own. */
class JunosContractTest extends SwitchContract {
  private static final String PORT = "et-0/0/0";
  private static final String OTHER = "et-0/0/1";
  private static final String OF_PORT = "delete class-of-service interfaces et-0/0/0 ";

  @Override
  protected SwitchDriver driver() {
    return new JunosDriver();
  }

  @Override
  protected Ledger ledger() {
    return JunosLedger.LEDGER;
  }

  @Override
  protected ContractSwitch start(Path folder) throws Exception {
    return new FabricContract(
        new FabricLeaf(folder, SwitchSystem.JUNOS, driver()), OnJunosLeaf.SITE, true);
  }

  @Override
  protected String denial() {
    return "permission denied";
  }

  @Override
  protected String port() {
    return PORT;
  }

  @Override
  protected String other() {
    return OTHER;
  }

  /** Classes and shares of the release, which this switch has by statements of its own. */
  @Override
  protected Set<String> asides() {
    return Set.of(Interfaces.EXTENSIVE);
  }

  @Override
  protected String gone() {
    return "et-0/0/47";
  }

  @Override
  protected Map<SettingKind, Expected> settings() {
    return Map.of(
        SettingKind.PFC,
        Expected.value("3"),
        SettingKind.PFC_WATCHDOG,
        Expected.value("on detectMillis=300 restoreMillis=200 action=drop"),
        SettingKind.ETS,
        Expected.value(
            "tc0=0% tc1=0% tc2=0% tc3=45% tc4=0% tc5=0% tc6=strict tc7=0%"
                + " prio-tc=0,1,2,3,4,5,6,7"),
        SettingKind.ECN,
        Expected.value("3=6710886B..13421772B@20% (3: 40..80 % of a buffer of 16777216 bytes)"),
        SettingKind.TRUST,
        Expected.value("dscp"),
        SettingKind.DSCP_MAP,
        Expected.value("26->3 34->4 48->6"),
        SettingKind.MTU,
        Expected.value("1500"),
        SettingKind.GLOBAL_PAUSE,
        Expected.value("off"));
  }

  @Override
  protected Map<SettingKind, Expected> wholeSettings() {
    return Map.of(
        SettingKind.DSCP_MAP,
        Expected.value("26->3 34->4 48->6"),
        SettingKind.PFC_WATCHDOG,
        Expected.value("on"));
  }

  @Override
  protected int queueCounters() {
    return 36;
  }

  @Override
  protected List<Case> members() {
    String member = "set interfaces et-0/0/0 ether-options 802.3ad ae7";
    return Stream.of(
            SettingKind.PFC,
            SettingKind.PFC_WATCHDOG,
            SettingKind.ETS,
            SettingKind.ECN,
            SettingKind.TRUST,
            SettingKind.DSCP_MAP)
        .map(kind ->
            Case.configured(
                kind.word(),
                member,
                PORT,
                kind,
                Expected.unknown(
                    "et-0/0/0 is a member of ae7, which has its class of service: set there")))
        .toList();
  }

  @Override
  protected List<Case> unprinted() {
    return List.of(
        Case.configured(
            "the release's own shares",
            OF_PORT + "scheduler-map sm",
            PORT,
            SettingKind.ETS,
            Expected.value(
                "tc0=15% tc1=0% tc2=0% tc3=35% tc4=35% tc5=0% tc6=0% tc7=15%"
                    + " prio-tc=0,1,2,3,4,5,6,7")),
        Case.configured(
            "the release's own classifier",
            OF_PORT + "unit 0",
            PORT,
            SettingKind.TRUST,
            Expected.value(
                "pcp (no classifier is bound: the release's own, ipprec-compatibility (ip))")));
  }

  private static Case config(
      String why, UnaryOperator<String> edit, String port, SettingKind kind, String unknown) {
    return Case.printed(why, JunosConfig.COMMAND, edit, port, kind, Expected.unknown(unknown));
  }

  @Override
  protected List<Case> unknownLines() {
    return List.of(
        config(
            "what a code point does",
            text -> text.replaceFirst("\"pfc\"( *:)", "\"hold\"$1"),
            PORT,
            SettingKind.PFC,
            "input dscp code-point 011010 hold"),
        config(
            "watchdog",
            text -> text.replace("\"detection\"", "\"sensing\""),
            PORT,
            SettingKind.PFC_WATCHDOG,
            "sensing 3"),
        config(
            "shares",
            text -> text.replaceFirst("(?s)(\"transmit-rate\"[^}]*?)\"percent\"", "$1\"parts\""),
            PORT,
            SettingKind.ETS,
            "transmit-rate parts 45"),
        config(
            "marks",
            text -> text.replace("\"fill-level\"", "\"fill-mark\""),
            PORT,
            SettingKind.ECN,
            "fill-mark"),
        config(
            "code points",
            text -> text.replace("\"011010\"", "\"01101x\""),
            "",
            SettingKind.DSCP_MAP,
            "01101x"));
  }

  private static Case row(String why, String with) {
    return Case.printed(
        why,
        Interfaces.COMMAND,
        text -> text.replaceFirst("(?s)(interface: et-0/0/1.*?MTU: )\\d+", "$1" + with),
        OTHER,
        SettingKind.MTU,
        Expected.unknown(OTHER));
  }

  @Override
  protected List<Case> strangeRows() {
    return List.of(row("a word", "many"), row("a number that no MTU has", "7"));
  }

  @Override
  protected List<String> starts() {
    return List.of("set interfaces et-0/0/0 description x", OnJunosLeaf.SITE);
  }

  @Override
  protected String othersEdited() {
    return "(set|delete) class-of-service (schedulers s-|drop-profiles dp|classifiers dscp site).*";
  }

  @Override
  protected List<Map.Entry<Target, Setting>> steps() {
    return OnJunosLeaf.steps();
  }
}
