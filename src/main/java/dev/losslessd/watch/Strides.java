package dev.losslessd.watch;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Sweep;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How far the counters of one port moved since each was last read. */
final class Strides {
  private static final long HALF = 0x8000_0000L;

  /**
   * @param amount in the unit of the signal, 0 or more
   * @param nanos between the two reads as measured, over 0
   */
  record Stride(long amount, long nanos) {}

  private record Mark(long value, long tick) {}

  private final Map<Counter, Mark> marks = new HashMap<>();

  /**
   * @return a stride per counter that was read now and before; empty when the port's counters began
   *     anew, or time did not go on
   */
  Optional<Map<Counter, Stride>> advance(Sweep sweep) {
    Map<Counter, Stride> strides = new HashMap<>();
    boolean reset = false;
    for (int column = 0; column < sweep.schema().size(); column++) {
      if (!sweep.has(column)) {
        continue;
      }
      Counter counter = sweep.schema().counters().get(column);
      Mark now = new Mark(sweep.value(column), sweep.tickNanos());
      Mark before = marks.put(counter, now);
      if (before != null && now.tick() > before.tick()) {
        reset |= fellBack(counter, before.value(), now.value());
        strides.put(counter, stride(counter, before, now));
      }
    }
    return reset ? Optional.empty() : Optional.of(strides);
  }

  /**
   * A 32-bit counter that was near its end and is near its start has wrapped; all else began anew.
   */
  private static boolean fellBack(Counter counter, long before, long now) {
    boolean less = Long.compareUnsigned(now, before) < 0;
    return less && !(counter.bits() == 32 && before >= HALF && now < HALF);
  }

  private static Stride stride(Counter counter, Mark before, Mark now) {
    long grown = now.value() - before.value();
    long amount = counter.bits() == 32 ? grown & 0xffff_ffffL : grown;
    return new Stride(amount * counter.factor(), now.tick() - before.tick());
  }
}
