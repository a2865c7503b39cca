package dev.losslessd.fabric.switchbase;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;

/** The operations that a fabric's operator has on one switch. */
public final class SwitchControl {
  private final SimulatedSwitch device;
  private final FakeSwitch owner;

  SwitchControl(SimulatedSwitch device, FakeSwitch owner) {
    this.device = device;
    this.owner = owner;
  }

  /** State of the switch, to be used with its lock held. */
  public SimulatedSwitch device() {
    return device;
  }

  private void locked(Runnable work) {
    device.locked(() -> {
      work.run();
      return true;
    });
  }

  /** Names of the lies that {@link #lie} knows. */
  public Set<String> kinds() {
    return device.faults().kinds();
  }

  /** Accepts commands of a kind without an error, and does nothing. */
  public void lie(String kind, long count) {
    if (!kinds().contains(kind)) {
      throw new IllegalArgumentException(
          "kind '" + kind + "': expected one of " + kinds().stream().sorted().toList());
    }
    locked(() -> device.faults().lie(kind, count));
  }

  /** Answers commands that begin with these words with an error. */
  public void refuse(String prefix, long count) {
    locked(() -> device.faults().refuse(prefix, count));
  }

  /** Takes the right to commands that begin with these words from every role. */
  public void forbid(String prefix) {
    locked(() -> device.faults().forbid(prefix));
  }

  /** Breaks off in the middle of the next output, and hangs up. */
  public void truncate(long count) {
    locked(() -> device.faults().truncate(count));
  }

  /**
   * Prints other text than the commands have; see {@link #clear}.
   *
   * @param printed text for a command and its output
   */
  public void rewrite(BinaryOperator<String> printed) {
    locked(() -> device.faults().rewrite(printed));
  }

  /** Serves an administrator on the serial console, until they leave. */
  public void console(InputStream in, OutputStream out) throws IOException, InterruptedException {
    Shell session = device.locked(() -> device.login(Account.ALL.getFirst()));
    try {
      new Terminal(device, session, in, out).serve();
    } finally {
      locked(() -> device.logout(session));
    }
  }

  /** Delays each line before it is carried out. */
  public void stall(long millis, long count) {
    locked(() -> device.faults().stall(millis, count));
  }

  /**
   * Loses SNMP SETs on their way, or their answers on the way back.
   *
   * @param what {@code request} or {@code answer}
   */
  public void lose(String what, long count) {
    Faults.Lost lost =
        switch (what) {
          case "request" -> Faults.Lost.REQUEST;
          case "answer" -> Faults.Lost.ANSWER;
          default ->
              throw new IllegalArgumentException("lose '" + what + "': expected request or answer");
        };
    locked(() -> device.faults().lose(lost, count));
  }

  /** Lets another session hold the configuration, or release it. */
  public void lock(boolean on) {
    locked(() -> device.faults().lock(on));
  }

  /** Cancels all faults, and restores the neighbours that the cables have. */
  public void clear() {
    locked(() -> {
      device.faults().clear();
      device.hearCables();
    });
  }

  /** Silences the LLDP neighbour of a port. */
  public void mute(String port) {
    SwitchPort at = port(port);
    locked(() -> device.hear(at, Optional.empty()));
  }

  /**
   * Sets another LLDP neighbour on a port, or another name for the same one.
   *
   * @param name of its port, sent instead of the MAC address; or nothing
   */
  public void hear(String port, String system, Optional<String> name) {
    SwitchPort at = port(port);
    Neighbour usual = at.neighbour();
    Neighbour voice = name.map(one -> usual.called(system, one)).orElse(usual.called(system));
    locked(() -> device.hear(at, Optional.of(voice)));
  }

  private SwitchPort port(String name) {
    return device.ports().stream()
        .filter(port -> port.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "port '"
                    + name
                    + "': expected one of "
                    + device.ports().stream().map(SwitchPort::name).toList()));
  }

  /** Restores the state of delivery: nothing configured, no checkpoint, no fault on order. */
  public void reset() {
    locked(device::reset);
    clear();
  }

  /** Advances the switch's clock by some time: its timers run out. */
  public void ahead(Duration time) {
    locked(() -> device.goAhead(time));
  }

  /** Reboots the switch; all logins end. */
  public void reboot() throws IOException {
    locked(device::restart);
    owner.vanish();
    owner.comeBack();
  }

  /** Replaces the hardware by another with the same configuration; all logins end. */
  public void replace() throws IOException {
    owner.vanish();
    locked(device::replace);
    owner.comeBack();
  }

  /** Gives the switch a new host key, as one that was installed anew has; all logins end. */
  public void rekey() throws IOException {
    owner.rekey();
  }

  public void vanish() throws IOException {
    owner.vanish();
  }

  public void comeBack() throws IOException {
    owner.comeBack();
  }

  /**
   * Configures lines as someone else would.
   *
   * @param lines from the global mode on, with {@code " ; "} between
   * @throws IllegalArgumentException with the switch's words if it does not take them
   */
  public void foreign(String lines) {
    List<String> answer = device.locked(() -> device.foreign(lines));
    if (!answer.isEmpty()) {
      throw new IllegalArgumentException(
          device.name() + " says: " + String.join(" ", answer).strip());
    }
  }

  /** Lines that sessions have sent, each after its user and prompt. */
  public List<String> log() {
    return device.locked(() -> device.log().stream().map(SimulatedSwitch.Said::line).toList());
  }

  /**
   * Every line that sessions have sent, after its time in microseconds since the start of the
   * fabric.
   */
  public List<String> timedLog() {
    return device.locked(
        () -> device.log().stream().map(said -> said.micros() + " " + said.line()).toList());
  }

  /** Times of requests to its agent, in microseconds since the start of the fabric. */
  public List<String> pdus() {
    return device.locked(() -> List.copyOf(device.pdus()));
  }

  /** Logins by SSH: microseconds since the start of the fabric, and the user. */
  public List<String> logins() {
    return device.locked(() -> List.copyOf(device.logins()));
  }

  /**
   * Requests that reached it since the start of the fabric: SNMP datagrams and the objects of their
   * answers, lines to its shells, and logins by SSH. {@link #clearLog} does not change them.
   */
  public List<String> requests() {
    return device.requests().lines();
  }

  /** Changes of its ports' admin state in order, such as {@code Ethernet0 down}. */
  public List<String> links() {
    return device.locked(() -> List.copyOf(device.links()));
  }

  /** Clears the logs of lines, requests, logins and link changes. */
  public void clearLog() {
    locked(() -> {
      device.links().clear();
      device.log().clear();
      device.pdus().clear();
      device.logins().clear();
    });
  }

  /** Returns the running configuration as lines of text. */
  public List<String> state() {
    return device.locked(() -> device.state());
  }
}
