package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ContractSwitch;
import dev.losslessd.driver.FabricContract;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchContract;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The contract of NX-OS, on a Nexus that an operator has configured with names of their own. */
class NxosContractTest extends SwitchContract {
  private static final String PORT = "Ethernet1/1";
  private static final String OTHER = "Ethernet1/2";
  private static final String SITE = Transcript.site(SwitchSystem.NXOS);

  @Override
  protected SwitchDriver driver() {
    return new NxosDriver();
  }

  @Override
  protected Ledger ledger() {
    return NxosLedger.LEDGER;
  }

  @Override
  protected ContractSwitch start(Path folder) throws Exception {
    return new FabricContract(new Leaf1(folder), SITE, false);
  }

  @Override
  protected String denial() {
    return "% Permission denied for the role";
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
    return "Ethernet1/47";
  }

  @Override
  protected Map<SettingKind, Expected> settings() {
    return Map.of(
        SettingKind.PFC,
        Expected.value("3"),
        SettingKind.GLOBAL_PAUSE,
        Expected.value("off"),
        SettingKind.MTU,
        Expected.value("9216"),
        SettingKind.TRUST,
        Expected.value("pcp"),
        SettingKind.DSCP_MAP,
        Expected.value("none"),
        SettingKind.PFC_WATCHDOG,
        Expected.value("on"));
  }

  @Override
  protected Map<SettingKind, Expected> wholeSettings() {
    return Map.of(
        SettingKind.LOSSLESS,
        Expected.value("3"),
        SettingKind.ETS,
        Expected.value(
            "tc0=43% tc1=0% tc2=0% tc3=55% tc4=0% tc5=0% tc6=strict tc7=2%"
                + " prio-tc=0,1,2,3,4,5,6,7"),
        SettingKind.ECN,
        Expected.value("3=200KB..900KB@12%"),
        SettingKind.DSCP_MAP,
        Expected.value("24-26->3 40->3"),
        SettingKind.PFC_WATCHDOG,
        Expected.value("on action=drop"));
  }

  @Override
  protected boolean hears() {
    return false;
  }

  @Override
  protected int queueCounters() {
    return 55;
  }

  private static Case config(
      String why, UnaryOperator<String> edit, String port, SettingKind kind, Expected expected) {
    return Case.printed(why, RunningConfig.COMMAND, edit, port, kind, expected);
  }

  private static UnaryOperator<String> member(String bundle) {
    String section = "interface " + PORT + "\n";
    return text -> text.replace(section, bundle + section + "  channel-group 41 mode active\n");
  }

  @Override
  protected List<Case> members() {
    UnaryOperator<String> bundle =
        member(
            """
            interface port-channel41
              priority-flow-control mode off
              mtu 4200
              service-policy type qos input SITE_IN

            """);
    return List.of(
        config("map", bundle, PORT, SettingKind.DSCP_MAP, Expected.value("24-26->3 40->3")),
        config("trust", bundle, PORT, SettingKind.TRUST, Expected.value("dscp")),
        config("MTU", bundle, PORT, SettingKind.MTU, Expected.value("4200")),
        config(
            "PFC",
            bundle,
            PORT,
            SettingKind.PFC,
            Expected.unknown("port-channel41, which has 'priority-flow-control mode off'")),
        config(
            "a bundle without a section",
            member(""),
            PORT,
            SettingKind.TRUST,
            Expected.unknown("port-channel41, which the configuration does not have")));
  }

  @Override
  protected List<Case> unprinted() {
    UnaryOperator<String> plain = text -> text.replace("\n  mtu 9216\n", "\n");
    return List.of(
        config("MTU of the factory", plain, PORT, SettingKind.MTU, Expected.value("1500")),
        config(
            "MTU of the classes",
            plain.andThen(text -> text.replaceFirst("version \\S+", "version 6.0(2)U6(10)"))::apply,
            PORT,
            SettingKind.MTU,
            Expected.unknown("an MTU for each class")),
        config(
            "shares of the factory",
            text -> text.replace("  service-policy type queuing output SITE_OUT\n", ""),
            "",
            SettingKind.ETS,
            Expected.value(
                "tc0=100% tc1=0% tc2=0% tc3=0% tc4=0% tc5=0% tc6=0% tc7=strict"
                    + " prio-tc=0,1,2,3,4,5,6,7")));
  }

  @Override
  protected List<Case> unknownLines() {
    return List.of(
        config(
            "pause",
            text -> text.replace("    pause pfc-cos 3\n", "    pause until-drained 3\n"),
            "",
            SettingKind.LOSSLESS,
            Expected.unknown("pause until-drained 3")),
        config(
            "shares",
            text -> text.replace("remaining percent 55\n", "remaining percent 55 borrow 10\n"),
            "",
            SettingKind.ETS,
            Expected.unknown("bandwidth remaining percent 55 borrow 10")),
        config(
            "shares, beside one that is known",
            text ->
                text.replace(
                    "remaining percent 55\n", "remaining percent 55\n    bandwidth borrow 10\n"),
            "",
            SettingKind.ETS,
            Expected.unknown("bandwidth borrow 10")),
        config(
            "marks",
            text -> text.replace("random-detect minimum-threshold", "random-detect above"),
            "",
            SettingKind.ECN,
            Expected.unknown("random-detect above 200")),
        config(
            "classes",
            text -> text.replace("  match dscp 24-26,40\n", "  match dscp-range 24 to 26\n"),
            "",
            SettingKind.DSCP_MAP,
            Expected.unknown("match dscp-range 24 to 26")));
  }

  private static Case row(String why, String command, String form, String with, SettingKind kind) {
    return Case.printed(
        why,
        command,
        text -> text.replaceFirst("(?m)^(E\\w*1/2)" + form, with),
        OTHER,
        kind,
        Expected.unknown("1/2"));
  }

  @Override
  protected List<Case> strangeRows() {
    return List.of(
        row("PFC", PfcTable.COMMAND, " .*$", "$1  Perhaps  Off  0  0", SettingKind.PFC),
        row("a row that is missing", PfcTable.COMMAND, " .*\n", "", SettingKind.PFC),
        row("pause", PauseTable.COMMAND, " .*$", "$1  on  off", SettingKind.GLOBAL_PAUSE));
  }

  @Override
  protected List<String> starts() {
    return List.of("interface Ethernet1/1", SITE);
  }

  @Override
  protected String othersEdited() {
    return "(no )?(policy-map|class-map) .*(SITE|STORAGE).*";
  }

  @Override
  protected List<Map.Entry<Target, Setting>> steps() {
    return NxosSessionTest.steps();
  }
}
