package dev.losslessd.metrics;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Commit.State;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.UndoCause;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Facts about what is wanted and about commits, on the project's own page.
 *
 * @param devices this host and every switch or server of the config
 * @param overrides of each device that this agent sets: those in force, and the values of the
 *     policy that they hide
 * @param open commits that have not come to their end
 * @param undone commits taken back since the start, by cause
 */
public record ManagementFacts(
    Set<DeviceId> devices,
    SortedMap<DeviceId, Overrides> overrides,
    List<Commit> open,
    Map<UndoCause, Long> undone) {
  /** Facts of a daemon that sets nothing. */
  public static final ManagementFacts NONE =
      new ManagementFacts(Set.of(), new TreeMap<>(), List.of(), Map.of());

  /** States in which a commit is not at its end. */
  private static final List<State> OPEN =
      List.of(State.STAGED, State.APPLYING, State.AWAITING_CONFIRM, State.UNDOING, State.STUCK);

  /** How many overrides a device has, and how many of them hide a value of the policy. */
  public record Overrides(int inForce, int hiding) {
    private static final Overrides NONE = new Overrides(0, 0);
    private static final Overrides ONE = new Overrides(1, 0);
    private static final Overrides HIDING = new Overrides(1, 1);

    private Overrides plus(Overrides more) {
      return new Overrides(inForce + more.inForce, hiding + more.hiding);
    }
  }

  public ManagementFacts {
    devices = Set.copyOf(devices);
    open = List.copyOf(open);
  }

  /**
   * @param devices of this agent
   * @param sets which of them it sets: those without overrides are told as 0
   * @param commits all that are known
   */
  public static ManagementFacts of(
      Intent intent,
      Set<DeviceId> devices,
      Predicate<DeviceId> sets,
      Collection<Commit> commits,
      Map<UndoCause, Long> undone) {
    SortedMap<DeviceId, Overrides> overrides = new TreeMap<>();
    devices.stream().filter(sets).forEach(device -> overrides.put(device, Overrides.NONE));
    Set<Key> hiding = intent.shadowing();
    for (Key key : intent.rest().keySet()) {
      Overrides one = hiding.contains(key) ? Overrides.HIDING : Overrides.ONE;
      overrides.merge(key.target().device(), one, Overrides::plus);
    }
    return new ManagementFacts(
        devices, overrides, commits.stream().filter(Commit::unfinished).toList(), undone);
  }

  void overrides(Text text) {
    text.family(
        "roce_overrides",
        "gauge",
        "Settings that were set by REST or the command line and are in force over the config"
            + " file's. 'losslessd diff' tells them.");
    overrides.forEach((device, count) -> text.sample(count.inForce(), "device", device.name()));
    text.family(
        "roce_overrides_hidden",
        "gauge",
        "Values of the config file's policy that an override hides: an edit of the file has no"
            + " effect there. 'losslessd unset' puts the file's value in force.");
    overrides.forEach((device, count) -> text.sample(count.hiding(), "device", device.name()));
  }

  void commits(Text text) {
    text.family("losslessd_commits_open", "gauge", "Commits that have not come to their end.");
    for (State state : OPEN) {
      long count = open.stream().filter(one -> one.is() == state).count();
      text.sample(count, "state", state.word());
    }
    text.family(
        "losslessd_commit_deadline_timestamp_seconds",
        "gauge",
        "When a commit is undone by itself unless it is confirmed; Unix time.");
    deadlines()
        .forEach(one ->
            text.sample(one.deadline().getEpochSecond(), "commit", one.id(), "state", one.state()));
    text.family(
        "losslessd_commits_undone_total",
        "counter",
        "Commits that were taken back, by who or what had it done. guard: counters got worse.");
    for (UndoCause cause : UndoCause.values()) {
      text.sample(undone.getOrDefault(cause, 0L), "cause", cause.word());
    }
  }

  private Stream<Commit.AwaitingConfirm> deadlines() {
    return open.stream()
        .filter(Commit.AwaitingConfirm.class::isInstance)
        .map(Commit.AwaitingConfirm.class::cast);
  }
}
