package dev.losslessd.watch;

import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Watches the ports of one commit while it waits for its confirmation. Breaches are: a drop on a
 * lossless priority, a NIC that gave up pausing (storm), and pause duty far over what was normal.
 *
 * <p>What counts as a drop: the discards of the priority, each direction by itself. Where a port
 * does not expose them, the discards of the port stand in: none at all means none here; some count
 * only while every other priority is exposed and stood still, since only then they can be nothing
 * else. Otherwise they are told as not judged. Out-of-sequence packets are no proof: adaptive
 * routing makes them too.
 *
 * <p>Time comes in with the sweeps. Safe for threads.
 */
public final class LossGuard {
  /** Silence after which a port counts as not judged. */
  private static final long SILENT_NANOS = 30_000_000_000L;

  /**
   * @param port where
   * @param text what, with both values
   * @param kind breaches of the same kind are compared
   */
  public record Breach(PortId port, String text, Kind kind) {
    public String message() {
      return port + " " + text;
    }
  }

  /** What kind of harm. */
  public enum Kind {
    /** A packet of a lossless priority was lost. */
    DROP,
    /** Pause duty over its limit. */
    PAUSE,
    /** A NIC gave up pausing. */
    STORM
  }

  /**
   * Something that was asked and has no answer. It is no breach, and no proof of health.
   *
   * @param what could not be judged, and why
   */
  public record Unjudged(PortId port, String what) {
    public String message() {
      return port + " " + what;
    }
  }

  /**
   * @param breaches in the order in which they were seen; they stay
   * @param unjudged by port
   * @param settled whether each port that is swept is past its settle time
   */
  public record Verdict(List<Breach> breaches, List<Unjudged> unjudged, boolean settled) {
    public Verdict {
      breaches = List.copyOf(breaches);
      unjudged = List.copyOf(unjudged);
    }
  }

  private final SortedMap<PortId, PortGuard> ports = new TreeMap<>();
  private final Function<PortId, Optional<PrioritySet>> lossless;
  private final List<Breach> breaches = new ArrayList<>();
  private boolean applied;

  /**
   * @param ports that the commit touches
   * @param lossless priorities of a port as last observed; empty where nobody knows
   */
  public LossGuard(
      Set<PortId> ports, Function<PortId, Optional<PrioritySet>> lossless, GuardLimits limits) {
    this.lossless = lossless;
    ports.forEach(port -> this.ports.put(port, new PortGuard(limits)));
  }

  /** Two sweeps of one port from before the commit: what is no worse than that is not its fault. */
  public synchronized void before(Sweep older, Sweep newer) {
    PortGuard port = ports.get(newer.port());
    if (port != null && older.port().equals(newer.port())) {
      port.before(older, newer);
    }
  }

  /**
   * All changes are written and read back: the settle time of each port runs from its next sweep.
   */
  public synchronized void applied() {
    applied = true;
  }

  /** Takes a sweep of any port; those of others are none of its business. */
  public synchronized void take(Sweep sweep) {
    PortGuard port = ports.get(sweep.port());
    if (!applied || port == null) {
      return;
    }
    PrioritySet priorities = lossless.apply(sweep.port()).orElse(PrioritySet.NONE);
    port.take(sweep, priorities)
        .forEach(found -> breaches.add(new Breach(sweep.port(), found.text(), found.kind())));
  }

  /** These are looked after by somebody else from now on; what was found stays. */
  public synchronized void without(Set<PortId> others) {
    ports.keySet().removeAll(others);
  }

  /**
   * Why there is no verdict yet; a port that is never swept holds up nothing as long as another is.
   */
  public synchronized Optional<String> undecided() {
    List<PortGuard> swept =
        ports.values().stream().filter(port -> port.lastTick().isPresent()).toList();
    if (!applied || (swept.isEmpty() && !ports.isEmpty())) {
      return Optional.of("no port was swept since the change, so nothing is judged");
    }
    long settling = swept.stream().filter(port -> !port.settled()).count();
    return settling == 0
        ? Optional.empty()
        : Optional.of(settling + " of " + swept.size() + " ports are still in their settle time");
  }

  /**
   * @param tickNanos monotonic time now, as in sweeps
   */
  public synchronized Verdict verdict(long tickNanos) {
    List<Unjudged> unjudged = new ArrayList<>();
    ports.forEach((port, guard) ->
        open(port, guard, tickNanos).forEach(what -> unjudged.add(new Unjudged(port, what))));
    boolean settled = applied && ports.values().stream().allMatch(PortGuard::settled);
    return new Verdict(breaches, unjudged, settled);
  }

  private List<String> open(PortId port, PortGuard guard, long tickNanos) {
    if (guard.lastTick().isEmpty()) {
      return List.of("was not swept since the change");
    }
    long silent = tickNanos - guard.lastTick().getAsLong();
    if (silent > SILENT_NANOS) {
      return List.of("was not swept for " + silent / 1_000_000_000 + " s");
    }
    Optional<PrioritySet> priorities = lossless.apply(port);
    if (priorities.isEmpty()) {
      return List.of("is not judged: its lossless priorities are not known");
    }
    return priorities.get().isEmpty()
        ? List.of("has no lossless priority, so there is nothing to guard")
        : guard.unjudged(priorities.get());
  }
}
