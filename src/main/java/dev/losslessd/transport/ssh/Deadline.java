package dev.losslessd.transport.ssh;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The moment by which something must be over, on the monotonic clock that came in. */
record Deadline(LongSupplier ticks, long end, Duration whole) {
  static Deadline in(Duration whole, LongSupplier ticks) {
    return new Deadline(ticks, ticks.getAsLong() + whole.toNanos(), whole);
  }

  /** Nanoseconds left, 0 when it is over. */
  long left() {
    return Math.max(0, end - ticks.getAsLong());
  }

  /** Returns the milliseconds left, at least 1: both socket and library take 0 for "for ever". */
  int leftMillis() {
    return Math.clamp(left() / 1_000_000, 1, Integer.MAX_VALUE);
  }

  /** {@code 1.5 s}, for messages. */
  String text() {
    return whole.toMillis() / 1000.0 + " s";
  }
}
