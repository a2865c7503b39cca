package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.ssh.FakeDevice;
import dev.losslessd.transport.ssh.SshSession;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A switch that answers from a script over real SSH, and refuses every line that is not in it. */
public final class ScriptedSwitch implements AutoCloseable {
  private final Map<String, String> answers = new LinkedHashMap<>();
  private final List<String> sent = new ArrayList<>();
  private final FakeDevice device;
  private final String refusal;
  private String prompt;

  /**
   * @param prompt before {@code enable}
   * @param refusal what is said to a line that is not in the script
   */
  public ScriptedSwitch(String prompt, String refusal) throws Exception {
    this.prompt = prompt;
    this.refusal = refusal;
    this.device = FakeDevice.start(this::talk);
  }

  /** Sets the answer to a line from now on. */
  public synchronized ScriptedSwitch answer(String line, String text) {
    answers.put(line, text);
    return this;
  }

  private void talk(FakeDevice.Terminal terminal) throws IOException {
    while (true) {
      String line = terminal.command(prompt);
      terminal.say(answer(line).replace("\n", "\r\n"));
    }
  }

  private synchronized String answer(String line) {
    sent.add(line);
    if (line.equals("enable")) {
      prompt = prompt.replace('>', '#');
    }
    return answers.getOrDefault(line, refusal + "\n");
  }

  /** All lines received so far. */
  public synchronized List<String> sent() {
    return List.copyOf(sent);
  }

  /** Whatever came was a read of the ledger, whose writes are all unverified and without a line. */
  public void requireOnlyReadsOf(Ledger ledger) {
    assertThat(sent())
        .isNotEmpty()
        .allSatisfy(line ->
            assertThat(ledger.find(line))
                .as(line)
                .hasValueSatisfying(
                    entry -> assertThat(entry.access()).isEqualTo(Ledger.Access.READ)));
    assertThat(ledger.entries())
        .filteredOn(entry -> entry.access() == Ledger.Access.WRITE)
        .isNotEmpty()
        // what is set by SNMP is no line
        .filteredOn(entry -> !entry.form().startsWith("SET "))
        .allMatch(entry -> entry.evidence() == Ledger.Evidence.UNVERIFIED && entry.line() == null);
  }

  /** Opens a session over SSH alone. */
  public SwitchSession session(SwitchDriver driver) throws Exception {
    return session(driver, Optional.empty());
  }

  /** Opens a session over SSH that may have an SNMP agent beside it. */
  SwitchSession session(SwitchDriver driver, Optional<SnmpClient> agent) throws Exception {
    var target = device.target();
    return new TableSession<>(
        driver.system(
            new SwitchAccess(
                new DeviceId("leaf1"),
                () -> SshSession.open(target, WriteGate.OPEN, System::nanoTime),
                agent,
                Optional.empty(),
                System::nanoTime,
                "r12",
                DeviceNotes.none(),
                () -> 0)));
  }

  @Override
  public void close() throws IOException {
    device.close();
  }
}
