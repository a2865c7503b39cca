package dev.losslessd.watch;

import dev.losslessd.model.Counter;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.watch.CounterDeltas.Stride;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** One port of a {@link LossGuard}. Its owner locks. */
final class PortGuard {
  private static final Set<Signal> JUDGED =
      Set.of(Signal.PRIORITY_DISCARDS, Signal.PORT_DISCARDS, Signal.PFC_PAUSE_TIME);

  /** One thing that is wrong now. */
  record Found(LossGuard.Kind kind, String text) {}

  private final GuardLimits limits;
  private final CounterDeltas counterDeltas = new CounterDeltas();
  private final DropRule drops = new DropRule();
  private final PauseRule pause;
  private final LinkRule link;
  private final TrafficRule traffic = new TrafficRule();

  /** The last sweep of each reader before the commit: what it counts, the next one counts too. */
  private final Map<String, Sweep> prior = new HashMap<>();

  /** The newest sweep of each reader of the port since. */
  private final Map<String, Sweep> newest = new HashMap<>();

  private long settledAt;
  private int judgements;

  PortGuard(GuardLimits limits) {
    this.limits = limits;
    this.pause = new PauseRule(limits);
    this.link = new LinkRule(limits);
  }

  void before(Sweep older, Sweep newer) {
    prior.put(newer.schema().source(), newer);
    Map<Counter, Stride> moved = CounterDeltas.between(older, newer);
    pause.before(moved);
    drops.before(moved);
  }

  void beforeAtMost(Map<Counter, Double> drops) {
    this.drops.beforeAtMost(drops);
  }

  LinkRule link() {
    return link;
  }

  /** What the port says of its link, with a sweep that was taken before. */
  Optional<Found> take(LinkReading reading) {
    return newest.isEmpty()
        ? Optional.empty()
        : link.take(reading, settledAt).map(text -> new Found(LossGuard.Kind.LINK, text));
  }

  /**
   * @return what is a breach now
   */
  List<Found> take(Sweep sweep, PrioritySet lossless) {
    Sweep before = newest.get(sweep.schema().source());
    if (before != null && sweep.tickNanos() <= before.tickNanos()) {
      return List.of();
    }
    boolean first = newest.isEmpty();
    newest.put(sweep.schema().source(), sweep);
    if (first) {
      settledAt = sweep.tickNanos() + limits.settle().toNanos();
    }
    if (sweep.tickNanos() < settledAt) {
      return List.of();
    }
    Map<Counter, Stride> moved = counterDeltas.advance(sweep);
    judgements += moved.isEmpty() ? 0 : 1;
    traffic.take(moved, lossless);
    return judge(moved, lossless);
  }

  /** Strides that were judged since the settle time. */
  int judgements() {
    return judgements;
  }

  /** Number of judged strides in which a lossless priority carried traffic. */
  int judgementsWithTraffic() {
    return traffic.strides();
  }

  boolean settled() {
    OptionalLong last = lastTick();
    return last.isPresent() && last.getAsLong() >= settledAt;
  }

  OptionalLong lastTick() {
    return newest.values().stream().mapToLong(Sweep::tickNanos).max();
  }

  /** Values that the newest sweeps lacked for lossless priorities. */
  List<String> unjudged(PrioritySet lossless) {
    if (newest.isEmpty()) {
      return List.of();
    }
    Map<Counter, Boolean> exposed = new HashMap<>();
    Map<String, Sweep> all = new HashMap<>(prior);
    all.putAll(newest);
    for (Sweep seen : all.values()) {
      for (int column = 0; column < seen.schema().size(); column++) {
        if (seen.missing(column) != Sweep.Missing.NOT_EXPOSED) {
          exposed.merge(seen.schema().counters().get(column), seen.has(column), Boolean::logicalOr);
        }
      }
    }
    List<String> open = new ArrayList<>(drops.unjudged(exposed, lossless));
    open.addAll(pause.unjudged(exposed, lossless));
    if (link.unknown()) {
      open.add("does not tell whether its link is up");
    }
    for (Counter counter : exposed.keySet()) {
      boolean ours = JUDGED.contains(counter.signal());
      Priority priority = counter.priority();
      if (ours
          && counterDeltas.beganAnew(counter)
          && (priority == null || lossless.contains(priority))) {
        open.add(counter.rawName() + " began anew; what it counted just before is lost");
      }
    }
    return open;
  }

  private List<Found> judge(Map<Counter, Stride> moved, PrioritySet lossless) {
    List<Found> found = new ArrayList<>();
    drops.judge(moved, lossless).forEach(text -> found.add(new Found(LossGuard.Kind.DROP, text)));
    pause.judge(moved, lossless).forEach(text -> found.add(new Found(LossGuard.Kind.PAUSE, text)));
    moved.forEach((counter, stride) -> {
      if (counter.signal() == Signal.PAUSE_STORM_ERRORS
          && stride.amount() > 0
          && !lossless.isEmpty()) {
        String text =
            "%s grew by %s: the NIC gave up pausing and may drop"
                .formatted(counter.rawName(), stride.amount());
        found.add(new Found(LossGuard.Kind.STORM, text));
      }
    });
    return found;
  }
}
