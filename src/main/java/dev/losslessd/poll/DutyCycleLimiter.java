package dev.losslessd.poll;

import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import java.time.Duration;

/**
 * Keeps a reader from taking more than 2 % of the time, as measured: reading holds kernel locks and
 * firmware time that others need. The median of the last nine reads counts, so that a single
 * delayed one slows nothing.
 */
public final class DutyCycleLimiter {
  /** Inverse of the highest duty: a read takes at most 1/50 of the interval. */
  private static final long TIMES = 50;

  private static final long LONGEST_NANOS = 60_000_000_000L;

  private final long askedNanos;
  private final Median took = new Median();
  private volatile long medianNanos;
  private volatile long intervalNanos;

  /**
   * @param asked time from one read to the next where reads are quick
   */
  public DutyCycleLimiter(Duration asked) {
    this.askedNanos = asked.toNanos();
    this.intervalNanos = askedNanos;
  }

  /** A read took so long. */
  public void took(long nanos) {
    if (took.add(nanos)) {
      medianNanos = took.nanos();
      intervalNanos = Math.max(askedNanos, Math.min(LONGEST_NANOS, medianNanos * TIMES));
    }
  }

  /** Whether reads that take so long are more than may be, at the interval as of now. */
  boolean isTooLong(long nanos) {
    return nanos * TIMES > intervalNanos;
  }

  boolean isSlowed() {
    return intervalNanos > askedNanos;
  }

  /** Time from one read to the next as of now. */
  public long intervalNanos() {
    return intervalNanos;
  }

  /** Intervals and median read time, seconds; the median is 0 before nine reads. */
  PollRate tempo(PortId port, String reader) {
    return new PollRate(port, reader, askedNanos / 1e9, intervalNanos / 1e9, medianNanos / 1e9);
  }
}
