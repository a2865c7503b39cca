package dev.losslessd.driver.os10;

import dev.losslessd.driver.ContractSwitch;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.ScriptedContract;
import dev.losslessd.driver.ScriptedSwitch;
import dev.losslessd.driver.SwitchContract;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.model.SettingKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The contract of OS10. No text of it has several ports with a row each. */
class Os10ContractTest extends SwitchContract {
  private static final String CONFIG = "show running-configuration";
  private static final String SHOW_PORT = "show interface ethernet1/1/1";
  private static final String PORT = "ethernet1/1/1";
  private static final String PLAIN = "ethernet1/1/5:2";

  @Override
  protected SwitchDriver driver() {
    return new Os10Driver();
  }

  @Override
  protected Ledger ledger() {
    return Os10Ledger.LEDGER;
  }

  @Override
  protected ContractSwitch start(Path folder) throws Exception {
    String refusal = "% Error: Unrecognized command.";
    return new ScriptedContract(
        new ScriptedSwitch("leaf1# ", refusal),
        driver(),
        Map.of(
            "terminal length 0",
            "",
            "show version",
            Transcripts.VERSION,
            CONFIG,
            Transcripts.CONFIG,
            SHOW_PORT,
            Transcripts.INTERFACE,
            "show interface ethernet1/1/5:2",
            Transcripts.INTERFACE.replace("1/1/1 is", "1/1/5:2 is"),
            "show lldp neighbors | display-xml",
            Transcripts.LLDP_XML),
        refusal,
        denial());
  }

  @Override
  protected String denial() {
    return "% Error: Permission denied.";
  }

  @Override
  protected String port() {
    return PORT;
  }

  @Override
  protected String other() {
    return PLAIN;
  }

  @Override
  protected String gone() {
    return "ethernet1/1/31";
  }

  @Override
  protected Map<SettingKind, Expected> settings() {
    return Map.of(
        SettingKind.PFC,
        Expected.value("3"),
        SettingKind.TRUST,
        Expected.value("pcp"),
        SettingKind.ETS,
        Expected.value(
            "tc0=45% tc1=vendor tc2=vendor tc3=55% tc4=vendor tc5=vendor tc6=strict tc7=vendor"
                + " prio-tc=0,0,0,3,0,0,6,0"),
        SettingKind.ECN,
        Expected.value("3=120KB..1400KB@20% (kilobytes taken for 1000 bytes, unverified)"),
        SettingKind.GLOBAL_PAUSE,
        Expected.value("tx"),
        SettingKind.MTU,
        Expected.value("9184"),
        SettingKind.DSCP_MAP,
        Expected.unknown("os10.dscp"),
        SettingKind.PFC_WATCHDOG,
        Expected.unknown("os10.watchdog"));
  }

  @Override
  protected int queueCounters() {
    return 0;
  }

  private static Case of(
      String why, String line, String with, SettingKind kind, Expected expected) {
    return Case.printed(why, CONFIG, text -> text.replace(line, with), PORT, kind, expected);
  }

  @Override
  protected List<Case> members() {
    String own = "interface ethernet1/1/1\n";
    String member = own + " channel-group 12 mode active\n";
    return List.of(SettingKind.PFC, SettingKind.ETS, SettingKind.ECN, SettingKind.TRUST).stream()
        .map(kind ->
            of("a member", own, member, kind, Expected.unknown("is a member of port-channel12")))
        .toList();
  }

  @Override
  protected List<Case> unprinted() {
    return List.of(
        of(
            "no trust is printed",
            " trust-map dot1p DOT1P\n",
            "",
            SettingKind.TRUST,
            Expected.unknown("trust-map")),
        of(
            "no map of queues is printed",
            " qos-map traffic-class QUEUES\n",
            "",
            SettingKind.ETS,
            Expected.unknown("qos-map traffic-class")),
        of(
            "no shares are printed",
            " service-policy output type queuing SHARES\n",
            "",
            SettingKind.ETS,
            Expected.unknown("service-policy output")));
  }

  @Override
  protected List<Case> unknownLines() {
    return List.of(
        of(
            "PFC",
            "  pfc-cos 3\n",
            "  pfc-cos 3\n  pfc-until 9\n",
            SettingKind.PFC,
            Expected.unknown("'pfc-until 9'")),
        of(
            "shares",
            "percent 55\n",
            "percent 55\n  bandwidth-borrow 10\n",
            SettingKind.ETS,
            Expected.unknown("'bandwidth-borrow 10'")),
        of(
            "marks",
            " random-detect ecn\n",
            " random-detect ecn\n mark-above 7\n",
            SettingKind.ECN,
            Expected.unknown("'mark-above 7'")));
  }

  /** The port of each text is the only one in it; a strange line of pause is still its own. */
  @Override
  protected List<Case> strangeRows() {
    return List.of(
        Case.printed(
            "a port's own text",
            "show interface ethernet1/1/5:2",
            text -> text.replace("Flowcontrol rx off", "Flowcontrol rx auto"),
            PLAIN,
            SettingKind.GLOBAL_PAUSE,
            Expected.unknown("Flowcontrol")),
        Case.printed(
            "a line of its section",
            CONFIG,
            text ->
                text.replace(
                    "interface ethernet1/1/5:2\n",
                    "interface ethernet1/1/5:2\n priority-flow-control mode auto\n"),
            PLAIN,
            SettingKind.PFC,
            Expected.unknown("priority-flow-control mode auto")));
  }
}
