package dev.losslessd.watch;

import dev.losslessd.model.Counter;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import dev.losslessd.watch.CounterDeltas.Stride;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Whether a port carries traffic that a judgement can rest on: bytes of its lossless priorities, in
 * either direction. Where it does not count those, the RDMA bytes of the function stand in, else
 * the bytes of the port.
 */
final class TrafficRule {
  /** Less than this per second is keep-alives and management. */
  static final long CHATTER_BYTES_PER_SECOND = 100_000;

  /** What stands in for the one before it, where that is not counted. */
  private static final List<Signal> STAND_INS = List.of(Signal.RDMA_BYTES, Signal.PORT_BYTES);

  private int strides;

  void take(Map<Counter, Stride> moved, PrioritySet lossless) {
    if (bytesPerSecond(moved, lossless) > CHATTER_BYTES_PER_SECOND) {
      strides++;
    }
  }

  /** Strides with traffic since the settle time. */
  int strides() {
    return strides;
  }

  private static double bytesPerSecond(Map<Counter, Stride> moved, PrioritySet lossless) {
    if (moved.keySet().stream().anyMatch(one -> isOf(one, lossless))) {
      return rate(moved, one -> isOf(one, lossless));
    }
    return STAND_INS.stream()
        .filter(signal -> moved.keySet().stream().anyMatch(one -> one.signal() == signal))
        .findFirst()
        .map(signal -> rate(moved, one -> one.signal() == signal))
        .orElse(0.0);
  }

  private static boolean isOf(Counter counter, PrioritySet lossless) {
    var priority = counter.priority();
    return counter.signal() == Signal.PRIORITY_BYTES
        && priority != null
        && lossless.contains(priority);
  }

  private static double rate(Map<Counter, Stride> moved, Predicate<Counter> which) {
    return moved.entrySet().stream()
        .filter(one -> which.test(one.getKey()))
        .mapToDouble(one -> one.getValue().perSecond())
        .sum();
  }
}
