package dev.losslessd.poll;

import java.time.Duration;

/**
 * Due time of one target of many. Each has its own place in the period, so that a thousand are not
 * asked at once; the first time comes early. Time is monotonic and passed in.
 */
public final class PollSlot {
  /** The golden ratio: however many targets there are, their places are far from each other. */
  private static final double SPREAD = 0.618_033_988_749_895;

  /** Between the first sweeps of two targets. */
  private static final long FIRST_APART_NANOS = 20_000_000;

  private long periodNanos;
  private long gridNanos;
  private long due;
  private long missed;

  /**
   * @param place of the target among all, from 0
   * @param all targets
   * @param startNanos when polling begins
   */
  public PollSlot(Duration period, int place, int all, long startNanos) {
    this.periodNanos = period.toNanos();
    double part = (place * SPREAD) % 1;
    this.gridNanos = startNanos + (long) (part * periodNanos);
    this.due = startNanos + (long) (part * Math.min(periodNanos, all * FIRST_APART_NANOS));
  }

  /** Another period: due no later than that from now, on a grid of its own from there on. */
  public void period(Duration period, long now) {
    periodNanos = period.toNanos();
    due = Math.min(due - now, periodNanos) + now;
    gridNanos = due;
  }

  /** Due time of the next poll, monotonic nanoseconds; in the past while it is due. */
  public long dueNanos() {
    return due;
  }

  /** A sweep has begun: due from here on is its next time that is half a period away or more. */
  public void began() {
    long from = due + periodNanos / 2;
    long steps = Math.ceilDiv(from - gridNanos, periodNanos);
    due = gridNanos + Math.max(0, steps) * periodNanos;
  }

  /**
   * A sweep has ended. Times that passed meanwhile are missed, and not made up for.
   *
   * @return how many
   */
  public long ended(long now) {
    long late = Math.max(0, Math.ceilDiv(now - due, periodNanos));
    due += late * periodNanos;
    missed += late;
    return late;
  }

  /** Times at which no sweep began. */
  public long missed() {
    return missed;
  }
}
