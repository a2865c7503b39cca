package dev.losslessd.driver.sonic;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.OtherAgent;
import dev.losslessd.driver.OtherAgent.Open;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.ssh.ExecResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Changes CONFIG_DB, with a checkpoint before the first change of a daemon. */
final class Writer {
  static final String CHECKPOINTS = "sudo config list-checkpoints";

  /**
   * Checkpoints of this agent that stay beside a new one; each is a file with the configuration.
   */
  private static final int KEPT = 2;

  /** SONiC says so, and ends with status 0: pfc/main.py, pfcwd/main.py. */
  private static final Pattern SOFT =
      Pattern.compile(
          "(?m)^.*(?:Cannot find interface|SKIPPED: |Failed to |has already been enabled"
              + "|is not enabled on|Root privileges|invalid options).*$");

  private static final Comparator<String> BY_REVISION =
      Comparator.comparingLong(name ->
          Pattern.matches(".*-r\\d{1,18}", name)
              ? Long.parseLong(Pattern.of(".*-r").matcher(name).replaceFirst(""))
              : -1);

  private final ExecConsole console;
  private final AgentName agent;
  private final LongSupplier revision;
  private final RowNames names;
  private final ShutPorts shut;

  /** The checkpoint that stands for the revision in force; empty for none yet. */
  private String taken = "";

  Writer(ExecConsole console, SwitchAccess access, RowNames names) {
    this.console = console;
    this.agent = access.agent();
    this.revision = access.revision();
    this.names = names;
    this.shut = new ShutPorts(access, this::open);
  }

  /**
   * Brings CONFIG_DB, of each namespace its own, from one state to another; if a line is refused,
   * back again as far as the switch takes it.
   *
   * @param now reads the state anew
   * @throws DeviceException REFUSED with the switch's words, or if another losslessd writes here
   */
  void write(SonicSnapshot from, SonicSnapshot to, Supplier<SonicSnapshot> now) {
    List<Line> lines = new ArrayList<>();
    to.databases().forEach((name, next) -> lines.addAll(lines(name, from.in(name), next)));
    if (lines.isEmpty()) {
      return;
    }
    takeCheckpoint();
    shut.expect(from, to);
    try {
      lines.forEach(this::send);
    } catch (DeviceException e) {
      if (e.kind() == DeviceException.Kind.REFUSED) {
        undo(from, to, now);
      }
      shut.settleQuietly(now, e::addSuppressed);
      throw e;
    }
    shut.settle(now);
  }

  private List<Line> lines(String namespace, ConfigDb from, ConfigDb to) {
    return Edit.lines(namespace, from, to, agent.whole() + ".json", names);
  }

  ShutPorts shut() {
    return shut;
  }

  private void open(String namespace, String port) {
    String literal = "sudo config interface " + SonicLedger.option(namespace) + "startup " + port;
    send(SonicLedger.line(SonicLedger.STARTUP, literal));
  }

  private void send(Line line) {
    ExecResult result = console.tell(line);
    Optional<String> soft = complaint(result);
    if (result.status() != 0 || soft.isPresent()) {
      throw console.refused(line.text(), soft.orElseGet(() -> ExecConsole.said(result)));
    }
  }

  private static Optional<String> complaint(ExecResult result) {
    Matcher found = SOFT.matcher(result.errors() + "\n" + result.output());
    return found.find() ? Optional.of(PrintableText.brief(found.group())) : Optional.empty();
  }

  /** Only what the lines have changed, in each namespace; a refusal here is no news. */
  private void undo(SonicSnapshot from, SonicSnapshot to, Supplier<SonicSnapshot> now) {
    try {
      SonicSnapshot is = now.get();
      to.databases()
          .forEach((name, next) -> {
            ConfigDb before = from.in(name);
            ConfigDb back = is.in(name).copy();
            before.changed(next).toList().forEach(row -> back.take(row, before));
            lines(name, is.in(name), back).forEach(console::tell);
          });
    } catch (DeviceException e) {
      // the refusal itself is told, and what stands is read back
    }
  }

  /** Another agent's checkpoint, which says that it writes this switch. */
  Optional<ForeignMark> other() {
    return checkpoints().stream()
        .flatMap(name -> agent.other(name).stream().map(host -> mark(host, name)))
        .findFirst();
  }

  /** Returns the agents of other hosts; a checkpoint does not say whether a commit is open. */
  List<OtherAgent> agents() {
    Map<String, OtherAgent> agents = new TreeMap<>();
    for (String name : checkpoints()) {
      agent
          .other(name)
          .ifPresent(
              host -> agents.put(host, new OtherAgent(host, "checkpoint", name, Open.UNKNOWN)));
    }
    return List.copyOf(agents.values());
  }

  private static ForeignMark mark(String host, String checkpoint) {
    return ForeignMark.onAll(
        host,
        ("checkpoint %s, which nothing is written beside: if that agent is gone, 'sudo config"
                + " delete-checkpoint %s' and try again")
            .formatted(checkpoint, checkpoint));
  }

  /** Takes a checkpoint to which an operator can go back by hand, once for each revision. */
  private void takeCheckpoint() {
    String name = agent.whole() + "-r" + revision.getAsLong();
    if (name.equals(taken)) {
      return;
    }
    List<String> all = checkpoints();
    all.stream()
        .filter(one -> agent.other(one).isPresent())
        .findFirst()
        .ifPresent(other -> {
          throw console.refused(
              CHECKPOINTS,
              ("%s, the mark of another losslessd that writes this switch; if there is none, 'sudo"
                      + " config delete-checkpoint %s' and try again")
                  .formatted(other, other));
        });
    if (!all.contains(name)) {
      List<String> old = all.stream().filter(agent::isMine).sorted(BY_REVISION).toList();
      old.stream()
          .limit(Math.max(0, old.size() - KEPT))
          .forEach(one ->
              send(
                  SonicLedger.slow(
                      SonicLedger.NO_CHECKPOINT, "sudo config delete-checkpoint " + one)));
      send(SonicLedger.slow(SonicLedger.CHECKPOINT, "sudo config checkpoint " + name));
    }
    taken = name;
  }

  private List<String> checkpoints() {
    ExecResult result = console.ask(CHECKPOINTS + SonicLedger.NO_INPUT);
    return DeviceJson.parse(CHECKPOINTS, console.output(CHECKPOINTS, result)).texts();
  }

  void save() {
    send(SonicLedger.slow(SonicLedger.SAVE, "sudo config save -y"));
  }
}
