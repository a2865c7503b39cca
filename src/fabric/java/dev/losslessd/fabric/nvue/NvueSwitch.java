package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FabricLock;
import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.Cables;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.Faults;
import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.SimulatedSwitch;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.SystemBanner;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of one switch with Cumulus Linux: revisions, the configuration that is applied, and
 * what runs, which is the same but for what was ordered to be a lie.
 */
public final class NvueSwitch extends SimulatedSwitch {
  /** Kinds of lies by name, with what each swallows: it is shown as applied, and does not run. */
  private static final Map<String, List<String>> LIES =
      Map.ofEntries(
          Map.entry("pfc", List.of("qos pfc")),
          Map.entry("ecn", List.of("qos congestion-control")),
          Map.entry("ets", List.of("qos egress-scheduler", "qos egress-queue-mapping")),
          Map.entry("dscp", List.of("qos mapping")),
          Map.entry("pause", List.of("qos link-pause")),
          Map.entry("watchdog", List.of("qos pfc-watchdog")),
          Map.entry("mtu", List.of("link mtu")),
          Map.entry("draft", List.of("nv set")),
          Map.entry("save", List.of("nv config save")),
          Map.entry("confirm", List.of("nv config apply")),
          Map.entry("half", List.of()),
          Map.entry("stray", List.of()));

  /** Texts of Cumulus Linux at a login, and Cumulus Networks' private enterprise number. */
  private static final SystemBanner FACE =
      new SystemBanner(
          "Debian GNU/Linux 12\r\n",
          List.of("", "Welcome to NVIDIA Cumulus (R) Linux (R)", ""),
          SystemBanner.MORE,
          40_310);

  private static final int FIRST_INDEX = 3;

  /** Id of someone else's draft, while another session holds the configuration. */
  private static final String OTHER = "9000";

  private Variant variant;
  private Schema schema;
  private final Map<String, Revision> revisions = new TreeMap<>();
  private NvueConfig applied;
  private NvueConfig startup;
  private NvueConfig runs;
  private int made;
  private @Nullable Waiting waiting;

  /**
   * An apply that waits for its confirm.
   *
   * @param until by the switch's clock, microseconds
   */
  private record Waiting(Revision revision, NvueConfig before, NvueConfig ran, long until) {}

  private NvueSwitch(
      String name,
      int index,
      FabricLock fabricLock,
      Pace pace,
      List<SwitchPort> ports,
      Variant variant) {
    super(FACE, name, index, fabricLock, pace, ports, new Faults(LIES));
    this.variant = variant;
    this.schema = schema(variant, ports);
    this.applied = factory(name, ports);
    this.startup = applied.copy();
    this.runs = applied.copy();
  }

  private static Schema schema(Variant variant, List<SwitchPort> ports) {
    return new Schema(variant, word -> ports.stream().anyMatch(port -> port.name().equals(word)));
  }

  /** Leaves of odd number run the newest release, the others an older one. */
  public static SimulatedSwitch cabled(
      String name, int index, FabricLock fabricLock, Cables cables) {
    List<SwitchPort> ports = cables.ports(index, n -> "swp" + n, n -> FIRST_INDEX + n);
    Variant variant = index % 2 == 0 ? Variant.V5_15 : Variant.V5_9;
    return new NvueSwitch(name, index, fabricLock, cables.pace(), ports, variant);
  }

  /** The first port has a description, the second its type alone, the others are not there. */
  private static NvueConfig factory(String name, List<SwitchPort> ports) {
    NvueConfig nvueConfig = new NvueConfig();
    nvueConfig.set(List.of("system", "hostname"), name);
    for (SwitchPort port : ports.subList(0, Math.min(2, ports.size()))) {
      nvueConfig.set(List.of("interface", port.name(), "type"), "swp");
    }
    SwitchPort first = ports.getFirst();
    nvueConfig.set(List.of("interface", first.name(), "description"), first.neighbour().host());
    return nvueConfig;
  }

  @Override
  public MibTree mibs() {
    return NvueMibs.of(this);
  }

  @Override
  public boolean isUp(SwitchPort port) {
    return port.traffic().up()
        && runs.value("interface", port.name(), "link", "state").filter("down"::equals).isEmpty();
  }

  @Override
  public void reset() {
    applied = factory(name(), ports());
    startup = applied.copy();
    runs = applied.copy();
    revisions.clear();
    waiting = null;
  }

  /** Comes up with what was saved; an apply that nobody has confirmed is gone. */
  @Override
  public void reboot() {
    applied = startup.copy();
    runs = startup.copy();
    waiting = null;
  }

  @Override
  public List<String> state() {
    return commands(applied);
  }

  static List<String> commands(NvueConfig nvueConfig) {
    return nvueConfig.lines().stream().map(words -> "nv set " + String.join(" ", words)).toList();
  }

  /** Lines of somebody else; {@code release 5.17.0} alone is an upgrade, logins stay. */
  @Override
  public List<String> foreign(String lines) {
    Optional<Variant> upgrade =
        Variant.ALL.stream().filter(one -> lines.equals("release " + one.number())).findFirst();
    if (upgrade.isPresent()) {
      variant = upgrade.get();
      schema = schema(variant, ports());
      return List.of();
    }
    Revision revision = begin("alice");
    try {
      for (String line : apart(lines)) {
        edit(revision, List.of(line.split("\\s+")));
      }
      apply(revision, "", Optional.empty());
      return List.of();
    } catch (CliError e) {
      revisions.remove(revision.id());
      return List.of(e.text());
    }
  }

  @Override
  protected NvShell open(Account account, int line) {
    return new NvShell(this, account, line);
  }

  /** Takes back an apply that was not confirmed in time. */
  @Override
  protected void settle() {
    Waiting now = waiting;
    if (now != null && micros() >= now.until()) {
      takeBack(now);
    }
  }

  private void takeBack(Waiting one) {
    applied = one.before();
    runs = one.ran();
    one.revision().state(Revision.TAKEN_BACK);
    waiting = null;
  }

  Variant variant() {
    return variant;
  }

  NvueConfig applied() {
    return applied;
  }

  NvueConfig startup() {
    return startup;
  }

  /** Configuration that the hardware runs. */
  NvueConfig runs() {
    return runs;
  }

  Map<String, Revision> revisions() {
    return revisions;
  }

  /** Starts a draft revision, a copy of the applied configuration. */
  Revision begin(String user) {
    made++;
    Revision revision = new Revision("" + made, user, now(), applied.copy());
    revisions.put(revision.id(), revision);
    return revision;
  }

  /** A foreign draft is there while another session has the configuration. */
  Map<String, Object> shown() {
    Map<String, Object> all = new JsonObject();
    revisions.values().forEach(one -> all.put(one.id(), one.json()));
    if (faults().locked()) {
      all.put(OTHER, new Revision(OTHER, "alice", now(), applied).json());
    }
    return all;
  }

  /**
   * Edits a draft by one line.
   *
   * @param words from {@code set} or {@code unset} on, with or without {@code nv} before
   */
  void edit(Revision draft, List<String> words) throws CliError {
    List<String> line = words.getFirst().equals("nv") ? words.subList(1, words.size()) : words;
    List<String> rest = line.subList(1, line.size());
    if (line.getFirst().equals("unset")) {
      schema.unset(rest).forEach(draft.nvueConfig()::unset);
    } else if (line.getFirst().equals("set")) {
      for (Schema.Leaf leaf : schema.set(rest)) {
        draft.nvueConfig().set(leaf.path(), leaf.value());
        if (leaf.path().getFirst().equals("interface")) {
          draft.nvueConfig().set(List.of("interface", leaf.path().get(1), "type"), "swp");
        }
      }
    } else {
      throw new CliError(2, "Error: Invalid Command: " + String.join(" ", words));
    }
  }

  /**
   * Puts a draft in force.
   *
   * @param confirm how long it waits to be confirmed; not at all if empty
   */
  void apply(Revision draft, String message, Optional<Duration> confirm) throws CliError {
    if (waiting != null) {
      // unverified: what the real one does with a second apply while the first waits
      throw new CliError("Error: revision " + waiting.revision().id() + " waits to be confirmed");
    }
    Optional<String> wrong = Rules.against(draft.nvueConfig(), variant);
    if (wrong.isPresent()) {
      draft.state(Revision.INVALID);
      throw new CliError("Invalid config [rev_id: " + draft.id() + "]\n  " + wrong.get());
    }
    NvueConfig before = applied;
    NvueConfig ran = runs.copy();
    applied = draft.nvueConfig().copy();
    run(before);
    draft.message(message);
    if (confirm.isPresent()) {
      long until = micros() + confirm.get().toNanos() / 1000;
      waiting = new Waiting(draft, before, ran, until);
      draft.state(Revision.CONFIRM);
    } else {
      stay(draft);
    }
  }

  /** Carries out the differences, but for those that a lie swallows. */
  private void run(NvueConfig before) {
    List<List<String>> was = before.lines();
    List<List<String>> is = applied.lines();
    was.stream()
        .filter(line -> !is.contains(line))
        .filter(line -> !faults().takeLie(about(line)))
        .forEach(line -> {
          runs.unset(line); // a member of a set
          runs.unset(line.subList(0, line.size() - 1));
        });
    is.stream()
        .filter(line -> !was.contains(line))
        .filter(line -> !faults().takeLie(about(line)))
        .forEach(line -> carryOut(line));
  }

  private void carryOut(List<String> line) {
    boolean member =
        line.size() > 1
            && line.get(line.size() - 2).equals("switch-priority")
            && line.get(1).equals("pfc");
    if (member) {
      runs.set(line, null);
    } else {
      runs.set(line.subList(0, line.size() - 1), line.getLast());
    }
  }

  private static String about(List<String> line) {
    return String.join(
        " ", line.getFirst().equals("interface") ? line.subList(2, line.size()) : line);
  }

  /** Releases from 5.9 on save by themselves. */
  private void stay(Revision revision) {
    boolean saves =
        applied
            .value("system", "config", "auto-save", variant.roce())
            .filter(variant.state(false)::equals)
            .isEmpty();
    revision.state(saves ? "applied_and_saved" : "applied");
    if (saves) {
      startup = applied.copy();
    }
  }

  void save() {
    startup = applied.copy();
  }

  /**
   * @param keep else it is taken back
   * @throws CliError if nothing waits, or another revision does
   */
  String confirm(Optional<String> id, boolean keep) throws CliError {
    Waiting now = waiting;
    if (now == null || id.filter(one -> !one.equals(now.revision().id())).isPresent()) {
      throw new CliError("Error: no such revision waits to be confirmed");
    }
    if (faults().takeLie("nv config apply")) {
      return "applied [rev_id: " + now.revision().id() + "]";
    }
    if (keep) {
      waiting = null;
      stay(now.revision());
    } else {
      takeBack(now);
    }
    return now.revision().state() + " [rev_id: " + now.revision().id() + "]";
  }

  /** Seconds left to confirm; empty if nothing waits. */
  Optional<Long> left() {
    Waiting now = waiting;
    return now == null ? Optional.empty() : Optional.of((now.until() - micros()) / 1_000_000);
  }
}
