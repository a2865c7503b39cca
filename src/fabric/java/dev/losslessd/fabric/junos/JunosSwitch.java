package dev.losslessd.fabric.junos;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FabricLock;
import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.Cables;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.Faults;
import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.Shell;
import dev.losslessd.fabric.switchbase.SimulatedSwitch;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.SystemBanner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The state of one Juniper switch: its candidate, its commits, and the one that waits. */
public final class JunosSwitch extends SimulatedSwitch {
  static final String MODEL = "qfx5240-64od";

  /** Texts of Junos at a login, and Juniper's private enterprise number. */
  private static final SystemBanner FACE =
      new SystemBanner("", SystemBanner.SIMULATION, "---(more)---", 2636);

  private static final int MOST_COMMITS = 50;
  private static final long MINUTE = 60_000_000L;

  private static final String BOUND = "set class-of-service interfaces PORT ";

  /** Kinds of lies by name, with the first words of the commands that each swallows. */
  private static final Map<String, List<String>> LIES =
      Map.of(
          "pfc", List.of(BOUND + "congestion-notification-profile"),
          "watchdog", List.of("set class-of-service congestion-notification-profile"),
          "ecn", List.of(BOUND + "scheduler-map"),
          "ets", List.of(BOUND + "scheduler-map"),
          "trust", List.of(BOUND + "unit"),
          "dscp", List.of("set class-of-service classifiers"),
          "mtu", List.of("set interfaces PORT mtu"),
          "pause", List.of("set interfaces PORT ether-options"),
          "commit", List.of("commit"));

  /**
   * A committed configuration, and who committed it.
   *
   * @param minutes after which it is taken back; 0 for never
   */
  record Commit(Tree tree, String user, String via, Instant at, String comment, int minutes) {}

  private final List<Commit> commits = new ArrayList<>();
  private Tree candidate = new Tree();

  /** Microseconds by the switch's clock; negative while nothing waits. */
  private long due = -1;

  private @Nullable JunosShell exclusive;

  private JunosSwitch(
      String name, int index, FabricLock fabricLock, Pace pace, List<SwitchPort> ports) {
    super(FACE, name, index, fabricLock, pace, ports, new Faults(LIES));
    reset();
  }

  /** With the ports that hang on this one: et-0/0/0 is the first, and number 501 for its agent. */
  public static SimulatedSwitch cabled(
      String name, int index, FabricLock fabricLock, Cables cables) {
    List<SwitchPort> ports = cables.ports(index, n -> "et-0/0/" + (n - 1), n -> 500 + n);
    return new JunosSwitch(name, index, fabricLock, cables.pace(), ports);
  }

  /** Every other switch of a fabric prints JSON in the older form. */
  boolean plain() {
    return index() % 2 == 0;
  }

  String version() {
    return plain() ? "24.4R1.8-EVO" : "23.4R2-S2.5-EVO";
  }

  @Override
  public MibTree mibs() {
    return JunosMibs.of(this);
  }

  @Override
  public boolean isUp(SwitchPort port) {
    return port.traffic().up() && !running().has("interfaces", port.name(), "disable");
  }

  @Override
  public void reset() {
    Tree factory = new Tree();
    try {
      factory.set(List.of("system", "host-name", name()));
      for (SwitchPort port : ports()) {
        factory.set(List.of("interfaces", port.name(), "unit", "0", "family", "inet"));
      }
    } catch (CliError e) {
      throw new IllegalStateException(e);
    }
    commits.clear();
    due = -1;
    exclusive = null;
    candidate = factory.copy();
    commits.add(new Commit(factory, "root", "other", now(), "", 0));
  }

  /** What was committed stays; what was not is gone. */
  @Override
  public void reboot() {
    candidate = running().copy();
    exclusive = null;
  }

  @Override
  public List<String> state() {
    return running().lines();
  }

  @Override
  public List<String> foreign(String lines) {
    JunosShell other = new JunosShell(this, Account.ALL.getFirst(), -1);
    other.unhinder();
    List<String> all = new ArrayList<>(apart(lines));
    if (!lines.strip().startsWith("configure")) {
      all.addFirst("configure");
      all.addAll(List.of("commit", "exit"));
    }
    List<String> answer = new ArrayList<>();
    for (String line : all) {
      List<String> said = other.run(line);
      if (said.stream()
          .anyMatch(text -> text.matches("\\s*(?:error:|syntax error|missing|unknown).*"))) {
        answer.addAll(said);
      }
    }
    return answer;
  }

  @Override
  protected Shell open(Account account, int line) {
    return new JunosShell(this, account, line);
  }

  /** Minutes that a commit still waits to be confirmed; empty without one. */
  OptionalLong minutesLeft() {
    return due < 0
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(1, (due - micros() + MINUTE - 1) / MINUTE));
  }

  /** Takes back a commit that was not confirmed in time, by a commit of its own. */
  @Override
  protected void settle() {
    if (due >= 0 && micros() >= due) {
      Tree before = commits.get(1).tree();
      push(new Commit(before, "root", "other", now(), "", 0));
      candidate = before.copy();
      due = -1;
    }
    if (exclusive != null && sessions().stream().noneMatch(one -> one == exclusive)) {
      release();
    }
  }

  private void push(Commit commit) {
    commits.addFirst(commit);
    if (commits.size() > MOST_COMMITS) {
      commits.removeLast();
    }
  }

  Tree running() {
    return commits.getFirst().tree();
  }

  List<Commit> commits() {
    return commits;
  }

  boolean waits() {
    return due >= 0;
  }

  Tree candidate() {
    return candidate;
  }

  boolean isDirty() {
    return !candidate.same(running());
  }

  /** Statements that the candidate has and the running configuration has not, or the reverse. */
  List<List<String>> changes() {
    List<List<String>> changes = new ArrayList<>(candidate.all());
    changes.removeAll(running().all());
    running().all().stream().filter(one -> !candidate.all().contains(one)).forEach(changes::add);
    return changes;
  }

  Optional<JunosShell> exclusive() {
    return Optional.ofNullable(exclusive);
  }

  void lock(JunosShell shell) {
    exclusive = shell;
  }

  /** Ends an exclusive session and drops its uncommitted changes. */
  void release() {
    exclusive = null;
    candidate = running().copy();
  }

  void rollback(int number) throws CliError {
    if (number >= commits.size()) {
      throw new CliError("error: Could not open configuration rollback file " + number);
    }
    candidate = commits.get(number).tree().copy();
  }

  void check() throws CliError {
    new Rules(candidate).check();
  }

  /** Confirms the commit that waits, if any. */
  void confirm() {
    due = -1;
  }

  void commit(String user, String comment, int minutes) {
    push(new Commit(candidate.copy(), user, "cli", now(), comment, minutes));
    due = minutes > 0 ? micros() + minutes * MINUTE : -1;
  }
}
