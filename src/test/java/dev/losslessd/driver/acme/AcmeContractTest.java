package dev.losslessd.driver.acme;

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

/** The contract of Acme, with what its switch prints. */
class AcmeContractTest extends SwitchContract {
  private static final String REFUSAL = "% Invalid input";
  private static final String TEXT =
      """
      hostname leaf1
      interface ethernet1
       priority-flow-control priority 3 no-drop
      interface ethernet2
       priority-flow-control off
      end
      """;

  @Override
  protected SwitchDriver driver() {
    return new AcmeDriver();
  }

  @Override
  protected Ledger ledger() {
    return AcmeDriver.LEDGER;
  }

  @Override
  protected ContractSwitch start(Path folder) throws Exception {
    return new ScriptedContract(
        new ScriptedSwitch("leaf1# ", REFUSAL),
        driver(),
        Map.of("terminal length 0", "", "show version", "Acme 4.2\n", AcmeDriver.CONFIG, TEXT),
        REFUSAL,
        denial());
  }

  @Override
  protected String denial() {
    return "% Permission denied";
  }

  @Override
  protected String port() {
    return "ethernet1";
  }

  @Override
  protected String other() {
    return "ethernet2";
  }

  @Override
  protected String gone() {
    return "ethernet31";
  }

  @Override
  protected boolean hears() {
    return false; // neighbors come by SNMP alone
  }

  @Override
  protected int queueCounters() {
    return 0;
  }

  @Override
  protected Map<SettingKind, Expected> settings() {
    return Map.of(SettingKind.PFC, Expected.value("3"));
  }

  private static Case pfc(String why, String line, String with, String port, String words) {
    return Case.printed(
        why,
        AcmeDriver.CONFIG,
        text -> text.replace(line, with),
        port,
        SettingKind.PFC,
        Expected.unknown(words));
  }

  @Override
  protected List<Case> members() {
    String own = "interface ethernet1\n";
    return List.of(
        pfc("a member", own, own + " channel-group 5\n", port(), "a member of port-channel5"));
  }

  @Override
  protected List<Case> unprinted() {
    return List.of(
        pfc("no line", " priority-flow-control priority 3 no-drop\n", "", port(), "a line"));
  }

  @Override
  protected List<Case> unknownLines() {
    return List.of(pfc("a word", "3 no-drop", "3 no-drop strict", port(), "no-drop strict"));
  }

  @Override
  protected List<Case> strangeRows() {
    return List.of(pfc("a row", "control off", "control auto", other(), "control auto"));
  }
}
