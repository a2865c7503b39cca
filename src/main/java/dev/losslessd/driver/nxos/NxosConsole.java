package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.NxosLedger.LEDGER;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.OtherAgent;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Configuration mode of NX-OS, which takes each line at once, and the checkpoint before it. */
final class NxosConsole {
  private static final Pattern FORBIDDEN =
      Pattern.compile("(?im)^.*(?:permission denied|not authori[sz]ed|authorization failed).*$");

  /** From the ansible, netmiko and napalm plug-ins. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "(?im)^(?:% ?\\w.*|error:.*|.*invalid input.*|.*(?:incomplete|ambiguous) command.*"
              + "|.*invalid .+ at '\\^' marker.*|.*syntax error.*|.*unknown command.*"
              + "|.*returned error code.*|.*configuration not allowed.*|.*locked by.*"
              + "|.*session is active.*|.*tcam bank.*|.*no corresponding .+ configured.*)$");

  static final Console.Dialect DIALECT =
      new Console.Dialect(
          LEDGER, List.of("terminal length 0", "terminal width 511"), FORBIDDEN, REFUSED);

  /** Checkpoints of this agent that stay beside a new one. */
  private static final int KEPT = 2;

  private static final long NONE = -1;

  private final Console console;
  private final AgentName agent;
  private final LongSupplier revision;

  /** The revision that our newest checkpoint stands for; below 0 for none yet. */
  private long taken = NONE;

  /** Whether the mark that a commit of ours is open is known to be on the switch. */
  private boolean open;

  NxosConsole(SwitchAccess access, Console console) {
    this.console = console;
    this.agent = access.agent();
    this.revision = access.revision();
  }

  /** What speaks against entering configuration mode; empty if nothing does. */
  static Optional<String> missingMode(Console console) {
    return console.missingMode("configure terminal", enter(), end());
  }

  /**
   * Sends lines in configuration mode and leaves it, whatever happens.
   *
   * @param undo sent when a line is refused, as far as the switch takes it
   */
  void configure(String what, List<Line> lines, List<Line> undo) {
    lines.forEach(line -> LEDGER.require(line.entry()));
    raiseOpen();
    long now = revision.getAsLong();
    List<Line> checkpoint = now == taken ? List.of() : checkpoint(now);
    console.talk(
        what,
        () -> {
          checkpoint.forEach(this::take);
          taken = now;
          console.send(enter());
          try {
            lines.forEach(console::send);
          } catch (DeviceException e) {
            undo.forEach(console::tryTo);
            throw e;
          } finally {
            console.tryTo(end());
          }
          return true;
        });
  }

  /**
   * Puts up the mark that a commit is open before anything of it is written, and then looks whether
   * another agent saves. That one puts up its mark before it looks for ours: at least one of the
   * two finds the other, and no save has a line of an open commit in it.
   *
   * @throws DeviceException REFUSED while another agent saves the configuration
   */
  private void raiseOpen() {
    if (open) {
      return;
    }
    String name = Checkpoints.open(agent);
    if (!thereOrNone().has(name)) {
      create(name);
      Optional<String> saving = thereOrNone().otherSaving(agent);
      if (saving.isPresent()) {
        delete(List.of(name));
        throw busy("saves the configuration", saving.get());
      }
    }
    open = true;
  }

  private DeviceException busy(String does, String mark) {
    return console.refused(
        Checkpoints.COMMAND,
        ("the agent of %s %s (checkpoint %s). Try again when it has ended; if that agent is gone"
                + " for good, 'no checkpoint %s' on the switch")
            .formatted(agent.other(mark).orElse("another host"), does, mark, mark));
  }

  /** Takes away the marks that a commit is open and that we save; an earlier process left them. */
  void settled() {
    open = false;
    Checkpoints there = checkpoints();
    delete(
        Stream.of(Checkpoints.open(agent), Checkpoints.saving(agent)).filter(there::has).toList());
  }

  private void create(String name) {
    Line line = LEDGER.line("checkpoint", name);
    console.talk("checkpoint " + name, () -> take(line));
  }

  private void delete(List<String> names) {
    List<Line> lines = names.stream().map(NxosConsole::no).toList();
    lines.forEach(line -> LEDGER.require(line.entry()));
    if (!lines.isEmpty()) {
      console.talk("delete checkpoints", () -> lines.stream().map(console::send).toList());
    }
  }

  /** Names of this agent's checkpoints. */
  List<String> own() {
    return checkpoints().own(agent);
  }

  /** Deletes this agent's checkpoints. */
  void forget() {
    delete(own());
    taken = NONE;
    open = false;
  }

  /**
   * @throws DeviceException REFUSED while a commit of another agent is open
   */
  void save() {
    String name = Checkpoints.saving(agent);
    create(name);
    try {
      for (OtherAgent other : checkpoints().agents(agent)) {
        if (other.open() == OtherAgent.Open.YES) {
          throw busy("has a commit open", other.mark());
        }
      }
      console.talk("save", () -> console.send(NxosLedger.save()));
    } finally {
      console.tryTo(no(name));
    }
  }

  /** Another agent has made a checkpoint since: the next write makes ours anew. */
  void overtaken() {
    taken = NONE;
  }

  Checkpoints checkpoints() {
    return Checkpoints.parse(console.show(Checkpoints.COMMAND));
  }

  /**
   * Returns the lines for a checkpoint, once for each revision: an operator can go back to it by
   * hand. NX-OS keeps ten, so that the oldest of this agent go. One of an earlier run holds what
   * was before anything it wrote: better than a newer one, unless another agent has written since.
   */
  private List<Line> checkpoint(long now) {
    Checkpoints there = thereOrNone();
    String name = there.next(agent, now);
    if (there.has(name)) {
      return List.of();
    }
    List<Line> lines = new ArrayList<>();
    List<Checkpoints.Checkpoint> old = there.of(agent);
    old.stream().limit(Math.max(0, old.size() - KEPT)).forEach(one -> lines.add(no(one.name())));
    lines.add(LEDGER.line("checkpoint", name));
    return lines;
  }

  /** A list that cannot be read keeps nobody from taking back what he has written. */
  private Checkpoints thereOrNone() {
    try {
      return checkpoints();
    } catch (DeviceException e) {
      return switch (e.kind()) {
        case REFUSED, GARBLED, UNSUPPORTED, LIED -> new Checkpoints(List.of());
        case TIMEOUT, GONE, CLOSED_GATE -> throw e;
      };
    }
  }

  private String take(Line line) {
    String output = console.tell(line);
    Optional<String> why = console.dialect().complaint(output);
    DeviceException.throwFor(
        why.filter(_ -> !output.contains("already exists")),
        text -> console.refused(line.text(), text));
    return output;
  }

  private static Line no(String checkpoint) {
    return LEDGER.line("no checkpoint", checkpoint);
  }

  private static Line enter() {
    return LEDGER.line("configure terminal");
  }

  private static Line end() {
    return LEDGER.line("end");
  }
}
