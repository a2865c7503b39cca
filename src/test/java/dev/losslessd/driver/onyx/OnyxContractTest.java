package dev.losslessd.driver.onyx;

import dev.losslessd.driver.ContractSwitch;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.ScriptedContract;
import dev.losslessd.driver.ScriptedSwitch;
import dev.losslessd.driver.SwitchContract;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.model.SettingKind;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The contract of Onyx, on a release whose JSON has ports alone: the priorities are in the text.
 */
class OnyxContractTest extends SwitchContract {
  private static final String PORT = "Eth1/3";
  private static final String SPLIT = "Eth1/4/2";
  private static final String PFC_TEXT = "show dcb priority-flow-control";
  private static final String INTERFACES = "show interfaces ethernet | json-print";
  private static final String QOS = "show qos interface ethernet 1/3 | json-print";
  private static final String CONGESTION =
      "show interfaces ethernet 1/3 congestion-control | json-print";

  @Override
  protected SwitchDriver driver() {
    return new OnyxDriver();
  }

  @Override
  protected Ledger ledger() {
    return OnyxLedger.LEDGER;
  }

  @Override
  protected ContractSwitch start(Path folder) throws Exception {
    String refusal = "% Unrecognized command \"x\".";
    return new ScriptedContract(
        new ScriptedSwitch("leaf1 [standalone: master] > ", refusal),
        driver(),
        texts(),
        refusal,
        denial());
  }

  private static Map<String, String> texts() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("enable", "");
    all.put("no cli session paging enable", "");
    all.put("show version | json-print", Transcripts.VERSION);
    all.put(INTERFACES, Transcripts.INTERFACES);
    all.put("show dcb priority-flow-control | json-print", Transcripts.PFC_PORTS);
    all.put(PFC_TEXT, Transcripts.PFC_TEXT);
    all.put(QOS, Transcripts.qos("L3"));
    all.put("show dcb ets interface ethernet 1/3 | json-print", Transcripts.ETS);
    all.put(CONGESTION, Transcripts.CALM);
    all.put("show lldp remote | json-print", Transcripts.LLDP);
    return all;
  }

  @Override
  protected String denial() {
    return "% Permission denied.";
  }

  @Override
  protected String port() {
    return PORT;
  }

  @Override
  protected String other() {
    return SPLIT;
  }

  @Override
  protected String gone() {
    return "Eth1/30";
  }

  @Override
  protected Map<SettingKind, Expected> settings() {
    return Map.of(
        SettingKind.PFC,
        Expected.value("3,5"),
        SettingKind.TRUST,
        Expected.value("dscp"),
        SettingKind.DSCP_MAP,
        Expected.value("0-7->0 8-15->1 16-23->2 24-31->3 32-39->4 40-47->5 48-55->6 56-63->7"),
        SettingKind.ETS,
        Expected.value(
            "tc0=10% tc1=10% tc2=10% tc3=40% tc4=10% tc5=10% tc6=strict tc7=10%"
                + " prio-tc=0,1,2,3,4,5,6,6"),
        SettingKind.ECN,
        Expected.value("off"),
        SettingKind.GLOBAL_PAUSE,
        Expected.value("off"),
        SettingKind.MTU,
        Expected.value("9216"),
        SettingKind.PFC_WATCHDOG,
        Expected.unknown("onyx.watchdog"));
  }

  @Override
  protected int queueCounters() {
    return 1;
  }

  private static Case of(
      String why, String command, UnaryOperator<String> edit, SettingKind kind, String words) {
    return Case.printed(why, command, edit, PORT, kind, Expected.unknown(words));
  }

  /** The one form that is known of a member: its row names the bundle. */
  @Override
  protected List<Case> members() {
    return List.of(
        of(
            "a member",
            PFC_TEXT,
            text -> text.replace("Eth1/3     ", "Eth1/3 (Po7)"),
            SettingKind.PFC,
            "Eth1/3 (Po7)"));
  }

  @Override
  protected List<Case> unprinted() {
    return List.of(
        of(
            "pause is not printed",
            INTERFACES,
            text -> text.replace("\"Flow-control\": \"receive off send off\",", ""),
            SettingKind.GLOBAL_PAUSE,
            "Flow-control"),
        of(
            "a priority without a class",
            QOS,
            text -> text.replace("\"TC\": \"5\"", "\"TC\": \"-\""),
            SettingKind.ETS,
            "TC"));
  }

  @Override
  protected List<Case> unknownLines() {
    return List.of(
        of(
            "trust",
            QOS,
            text -> text.replace("\"L3\"", "\"port\""),
            SettingKind.TRUST,
            "L2, L3 or both"),
        of(
            "marks",
            CONGESTION,
            text -> text.replaceFirst("\"Mode\": \"none\"", "\"Mode\": \"AFD\""),
            SettingKind.ECN,
            "AFD"));
  }

  @Override
  protected List<Case> strangeRows() {
    return List.of(
        Case.printed(
            "a row with a word more",
            PFC_TEXT,
            text -> text.replace("Auto             Disabled", "Auto  -  Disabled"),
            SPLIT,
            SettingKind.PFC,
            Expected.unknown("Eth1/4/2")),
        Case.printed(
            "a row that is missing",
            PFC_TEXT,
            text -> text.replaceFirst("Eth1/4/2 .*\n", ""),
            SPLIT,
            SettingKind.PFC,
            Expected.unknown("Eth1/4/2")),
        Case.printed(
            "an MTU of another form",
            INTERFACES,
            text -> text.replace("1500 bytes(Maximum packet size 1522", "1500 bytes(and 1522"),
            SPLIT,
            SettingKind.MTU,
            Expected.unknown("MTU")));
  }
}
