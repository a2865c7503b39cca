package dev.losslessd.watch;

import dev.losslessd.formulas.Pause;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import dev.losslessd.watch.CounterDeltas.Stride;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Pause duty of lossless priorities against what was normal. A ratio needs a baseline with traffic:
 * an idle port has none, and the first job on it is no breach; the ceiling holds all the same.
 */
final class PauseRule {
  private final GuardLimits limits;
  private final Map<Counter, Double> before = new HashMap<>();
  private final Map<Counter, Normal> normals = new HashMap<>();
  private final Map<Counter, Integer> over = new HashMap<>();

  /** The duty of one counter after the settle time, and the traffic beside it. */
  private static final class Normal {
    long pausedMicros;
    long nanos;
    long bytes;

    double duty() {
      return nanos == 0 ? 0 : Pause.duty(pausedMicros, nanos);
    }

    boolean busy() {
      return bytes * 1e9 > TrafficRule.CHATTER_BYTES_PER_SECOND * nanos;
    }
  }

  PauseRule(GuardLimits limits) {
    this.limits = limits;
  }

  void before(Map<Counter, Stride> moved) {
    moved.forEach((counter, stride) -> {
      if (counter.signal() == Signal.PFC_PAUSE_TIME) {
        before.put(counter, Pause.duty(stride.amount(), stride.nanos()));
      }
    });
  }

  List<String> judge(Map<Counter, Stride> moved, PrioritySet lossless) {
    List<String> found = new ArrayList<>();
    moved.forEach((counter, stride) -> {
      Priority priority = counter.priority();
      if (counter.signal() == Signal.PFC_PAUSE_TIME
          && priority != null
          && lossless.contains(priority)) {
        judge(counter, stride, bytes(moved, priority)).ifPresent(found::add);
      }
    });
    return found;
  }

  private Optional<String> judge(Counter counter, Stride stride, long bytes) {
    Normal normal = normals.computeIfAbsent(counter, first -> new Normal());
    double duty = Pause.duty(stride.amount(), stride.nanos());
    Optional<String> why = overLimit(counter, normal, duty);
    if (normal.nanos < limits.baseline().toNanos()) {
      normal.pausedMicros += stride.amount();
      normal.nanos += stride.nanos();
      normal.bytes += bytes;
    }
    int times = why.isEmpty() ? 0 : over.getOrDefault(counter, 0) + 1;
    over.put(counter, times);
    return times == limits.reads() ? why : Optional.empty();
  }

  private Optional<String> overLimit(Counter counter, Normal normal, double duty) {
    double past = before.getOrDefault(counter, 0.0);
    if (duty > limits.ceiling() && duty > limits.ratio() * past) {
      return Optional.of(text(counter, duty, "the ceiling is " + percent(limits.ceiling())));
    }
    boolean measured = normal.nanos >= limits.baseline().toNanos() && normal.busy();
    double usual = Math.max(past, normal.duty());
    return measured && duty > limits.floor() && duty > limits.ratio() * usual
        ? Optional.of(text(counter, duty, "normal was " + percent(usual)))
        : Optional.empty();
  }

  /** Bytes of the priority both ways; of the port where it does not count by priority. */
  private static long bytes(Map<Counter, Stride> moved, Priority priority) {
    long ofPriority = 0;
    long ofPort = 0;
    for (var one : moved.entrySet()) {
      Counter counter = one.getKey();
      if (counter.signal() == Signal.PRIORITY_BYTES && priority.equals(counter.priority())) {
        ofPriority += one.getValue().amount();
      } else if (counter.signal() == Signal.PORT_BYTES) {
        ofPort += one.getValue().amount();
      }
    }
    return ofPriority > 0 ? ofPriority : ofPort;
  }

  List<String> unjudged(Map<Counter, Boolean> exposed, PrioritySet lossless) {
    List<String> open = new ArrayList<>();
    for (Direction direction : Direction.values()) {
      for (Priority priority : lossless.priorities()) {
        Counter time = DropRule.find(exposed.keySet(), Signal.PFC_PAUSE_TIME, direction, priority);
        String subject = direction.word() + " pause duty of priority " + priority;
        if (time == null) {
          open.add(subject + " is not exposed");
        } else if (!exposed.getOrDefault(time, false)) {
          open.add(subject + " could not be read");
        } else if (idleBaseline(time)) {
          open.add(subject + " has no normal to compare with: the port was idle");
        }
      }
    }
    return open;
  }

  private boolean idleBaseline(Counter counter) {
    Normal normal = normals.get(counter);
    return normal != null && normal.nanos >= limits.baseline().toNanos() && !normal.busy();
  }

  private String text(Counter counter, double duty, String against) {
    return "pause duty %s in %s reads in a row (%s); %s"
        .formatted(percent(duty), limits.reads(), counter.rawName(), against);
  }

  private static String percent(double duty) {
    return String.format(Locale.ROOT, "%.1f%%", duty * 100);
  }
}
