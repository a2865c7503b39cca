package dev.losslessd.watch;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Sweep;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** How far the counters of one port moved since each was last read. */
final class CounterDeltas {
  private static final long HALF = 0x8000_0000L;

  /**
   * @param amount in the unit of the signal, 0 or more
   * @param nanos between the two reads as measured, over 0
   */
  record Stride(long amount, long nanos) {
    double perSecond() {
      return amount * 1e9 / nanos;
    }
  }

  private record Mark(long value, long tick) {}

  /** How far the counters moved from one sweep to another of the same port. */
  static Map<Counter, Stride> between(Sweep before, Sweep now) {
    CounterDeltas both = new CounterDeltas();
    both.advance(before);
    return both.advance(now);
  }

  private final Map<Counter, Mark> marks = new HashMap<>();
  private final Set<String> anew = new TreeSet<>();

  /**
   * @return a stride per counter that was read now and before, without those that began anew
   */
  Map<Counter, Stride> advance(Sweep sweep) {
    Map<Counter, Stride> strides = new HashMap<>();
    boolean wraps = !wideFell(sweep);
    for (int column = 0; column < sweep.schema().size(); column++) {
      if (!sweep.has(column)) {
        continue;
      }
      Counter counter = sweep.schema().counters().get(column);
      Mark now = new Mark(sweep.value(column), sweep.tickNanos());
      Mark before = marks.put(counter, now);
      if (before == null || now.tick() <= before.tick()) {
        continue;
      }
      if (fell(before, now.value()) && !(wraps && wrapped(counter, before, now.value()))) {
        anew.add(counter.rawName());
      } else {
        strides.put(counter, stride(counter, before, now));
      }
    }
    return strides;
  }

  /** Whether it was reset at some time: what it counted just before is lost. */
  boolean beganAnew(Counter counter) {
    return anew.contains(counter.rawName());
  }

  /** A counter of 64 bits never wraps: if one fell, narrow ones did not wrap either. */
  private boolean wideFell(Sweep sweep) {
    for (int column = 0; column < sweep.schema().size(); column++) {
      Counter counter = sweep.schema().counters().get(column);
      Mark before = marks.get(counter);
      if (counter.bits() == 64
          && before != null
          && sweep.has(column)
          && fell(before, sweep.value(column))) {
        return true;
      }
    }
    return false;
  }

  private static boolean fell(Mark before, long now) {
    return Long.compareUnsigned(now, before.value()) < 0;
  }

  /** Near its end before, near its start now. */
  private static boolean wrapped(Counter counter, Mark before, long now) {
    return counter.bits() == 32 && before.value() >= HALF && now < HALF;
  }

  private static Stride stride(Counter counter, Mark before, Mark now) {
    long grown = now.value() - before.value();
    long amount = counter.bits() == 32 ? grown & 0xffff_ffffL : grown;
    return new Stride(amount * counter.factor(), now.tick() - before.tick());
  }
}
