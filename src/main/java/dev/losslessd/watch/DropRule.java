package dev.losslessd.watch;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import dev.losslessd.watch.CounterDeltas.Stride;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Any drop on a lossless priority; {@link LossGuard} tells what counts as one. */
final class DropRule {
  private final Set<String> mixed = new TreeSet<>();

  /** Packets a second that each counter lost before the commit. */
  private final Map<Counter, Double> before = new HashMap<>();

  /** What was lost at this rate before is not the commit's fault: it may be what it mends. */
  void before(Map<Counter, Stride> moved) {
    moved.forEach((counter, stride) -> {
      if (RecentDrops.isDrops(counter)) {
        before.merge(counter, stride.perSecond(), Math::max);
      }
    });
  }

  /**
   * @param highest packets a second that were lost before the commit
   */
  void beforeAtMost(Map<Counter, Double> highest) {
    highest.forEach((counter, rate) -> before.merge(counter, rate, Math::max));
  }

  List<String> judge(Map<Counter, Stride> moved, PrioritySet lossless) {
    List<String> found = new ArrayList<>();
    for (Direction direction : Direction.values()) {
      boolean portStandsIn = false;
      for (Priority priority : lossless.priorities()) {
        Counter own = find(moved.keySet(), Signal.PRIORITY_DISCARDS, direction, priority);
        portStandsIn |= own == null;
        if (own != null && amount(moved, own) > 0) {
          found.add(text(moved, own, "of lossless priority " + priority));
        }
      }
      if (portStandsIn) {
        ofPort(moved, direction, lossless, found);
      }
    }
    return found;
  }

  private void ofPort(
      Map<Counter, Stride> moved, Direction direction, PrioritySet lossless, List<String> found) {
    for (Counter counter : moved.keySet()) {
      if (counter.signal() != Signal.PORT_DISCARDS
          || counter.direction() != direction
          || amount(moved, counter) == 0) {
        continue;
      }
      if (onlyLosslessMoved(moved, direction, lossless)) {
        found.add(text(moved, counter, "while only lossless priority " + lossless + " moved"));
      } else {
        mixed.add(
            ("%s grew, and the port may carry lossy traffic too: whether priority %s lost packets"
                    + " is not known")
                .formatted(counter.rawName(), lossless));
      }
    }
  }

  /** Every other priority was read at both ends of the stride and stood still. */
  static boolean onlyLosslessMoved(
      Map<Counter, Stride> moved, Direction direction, PrioritySet lossless) {
    for (int n = 0; n < Priority.COUNT; n++) {
      Priority priority = Priority.of(n);
      if (lossless.contains(priority)) {
        continue;
      }
      Counter packets = find(moved.keySet(), Signal.PRIORITY_PACKETS, direction, priority);
      Stride stride = packets == null ? null : moved.get(packets);
      if (stride == null || stride.amount() > 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * @param exposed the columns of the newest sweep, and whether each had a number
   */
  List<String> unjudged(Map<Counter, Boolean> exposed, PrioritySet lossless) {
    List<String> open = new ArrayList<>(mixed);
    for (Direction direction : Direction.values()) {
      for (Priority priority : lossless.priorities()) {
        Counter own = find(exposed.keySet(), Signal.PRIORITY_DISCARDS, direction, priority);
        Counter port = find(exposed.keySet(), Signal.PORT_DISCARDS, direction, null);
        if (!has(exposed, own) && !has(exposed, port)) {
          String why = own == null && port == null ? " are not exposed" : " could not be read";
          open.add(direction.word() + " drops of priority " + priority + why);
        }
      }
    }
    return open;
  }

  static @Nullable Counter find(
      Set<Counter> counters, Signal signal, Direction direction, @Nullable Priority priority) {
    for (Counter counter : counters) {
      if (counter.signal() == signal
          && counter.direction() == direction
          && Objects.equals(counter.priority(), priority)) {
        return counter;
      }
    }
    return null;
  }

  private static boolean has(Map<Counter, Boolean> exposed, @Nullable Counter counter) {
    return counter != null && exposed.getOrDefault(counter, false);
  }

  /** Zero also where no more was lost than before the commit in the same time. */
  private long amount(Map<Counter, Stride> moved, Counter counter) {
    Stride stride = moved.get(counter);
    boolean faster = stride != null && stride.perSecond() > before.getOrDefault(counter, 0.0);
    return stride != null && faster ? stride.amount() : 0;
  }

  private String text(Map<Counter, Stride> moved, Counter counter, String which) {
    return "dropped %s packets %s (%s)".formatted(amount(moved, counter), which, counter.rawName());
  }
}
