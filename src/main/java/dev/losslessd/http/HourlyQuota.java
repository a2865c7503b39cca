package dev.losslessd.http;

import java.time.Duration;
import java.util.function.LongSupplier;

/** At most so many lines of the audit in an hour: clients must not fill the disk. */
final class HourlyQuota {
  private static final long HOUR = Duration.ofHours(1).toNanos();

  private final LongSupplier ticks;
  private final int most;
  private long began;
  private int taken;

  /**
   * @param ticks monotonic nanoseconds
   */
  HourlyQuota(LongSupplier ticks, int most) {
    this.ticks = ticks;
    this.most = most;
    this.began = ticks.getAsLong();
  }

  /** Whether there is one left in this hour, which is taken then. */
  synchronized boolean take() {
    long now = ticks.getAsLong();
    if (now - began > HOUR) {
      began = now;
      taken = 0;
    }
    return taken++ < most;
  }
}
