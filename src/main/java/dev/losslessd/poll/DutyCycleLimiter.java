package dev.losslessd.poll;

import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import java.time.Duration;

/**
 * Keeps a reader from taking more than 2 % of the time, as measured: reading holds kernel locks and
 * firmware time that others need. The median of the last nine reads counts, so that a single
 * delayed one slows nothing; where they got quicker the last two do. A reader that relapses has to
 * be quick for longer, so that it does not go to and fro.
 */
public final class DutyCycleLimiter {
  /** Inverse of the highest duty: a read takes at most 1/50 of the interval. */
  private static final long TIMES = 50;

  private static final long LONGEST_NANOS = 60_000_000_000L;

  /**
   * What quiet times save for slow reads, at most. One read is charged no more than this: longer
   * ones hang, and wait for others rather than work.
   */
  private static final long SAVED_NANOS = 1_000_000_000L;

  /** Quick reads in a row after which it is no longer slowed: for the first time, and at most. */
  private static final int QUICK = 2;

  private static final int QUICK_AT_MOST = 32;

  /** Reads in a row that were not slowed, after which it has not relapsed. */
  private static final int STEADY = 60;

  private volatile long askedNanos;
  private final Median took = new Median();
  private volatile long before;
  private int quick;
  private int needed = QUICK;
  private int steady;
  private long byMedian;
  private long saved = SAVED_NANOS;
  private volatile long medianNanos;
  private volatile long intervalNanos;

  /**
   * @param asked time from one read to the next where reads are quick
   */
  public DutyCycleLimiter(Duration asked) {
    this.askedNanos = asked.toNanos();
    this.byMedian = askedNanos;
    this.intervalNanos = askedNanos;
  }

  /** Another time from one read to the next; how long reads take stays known. */
  public void asks(Duration asked) {
    boolean slowed = isSlowed();
    askedNanos = asked.toNanos();
    byMedian = slowed ? Math.max(byMedian, askedNanos) : askedNanos;
    intervalNanos = slowed ? Math.max(intervalNanos, askedNanos) : askedNanos;
  }

  /** A read took so long; how long the ones before it took may not all be known. */
  public void took(long nanos) {
    quick = nanos * TIMES <= askedNanos ? quick + 1 : 0;
    long lately = Math.max(nanos, before);
    before = nanos;
    boolean enough = took.add(nanos);
    boolean wasSlowed = byMedian > askedNanos;
    if (wasSlowed && quick >= needed) {
      took.forget();
      medianNanos = nanos;
      byMedian = askedNanos;
    } else if (enough) {
      medianNanos = took.nanos();
      long next = Math.min(LONGEST_NANOS, Math.min(medianNanos, lately) * TIMES);
      byMedian = wasSlowed && next <= askedNanos ? byMedian : Math.max(askedNanos, next);
    }
    relapse(wasSlowed);
    intervalNanos = byMedian;
  }

  private void relapse(boolean wasSlowed) {
    boolean slowed = byMedian > askedNanos;
    steady = slowed ? 0 : steady + 1;
    if (wasSlowed && !slowed) {
      needed = Math.min(QUICK_AT_MOST, needed * 2);
    } else if (steady >= STEADY) {
      needed = QUICK;
    }
  }

  /**
   * A read took so long, and all before it were told. What was taken is then kept below 2 % of the
   * time whatever the median is, but for what quiet times saved.
   *
   * @param sinceLast from the begin of the read before to that of this one, nanoseconds; 0 at first
   */
  void took(long nanos, long sinceLast) {
    took(nanos);
    long all = Math.min(SAVED_NANOS, saved + sinceLast / TIMES);
    saved = Math.max(all - Math.min(nanos, SAVED_NANOS), -LONGEST_NANOS / TIMES);
    intervalNanos = Math.max(byMedian, Math.min(LONGEST_NANOS, -saved * TIMES));
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

  /** Intervals and median read time, seconds; before nine reads that of the last one. */
  PollRate tempo(PortId port, String reader) {
    return new PollRate(port, reader, askedNanos / 1e9, intervalNanos / 1e9, typicalNanos() / 1e9);
  }

  /** Median read time; before nine reads that of the last one. */
  long typicalNanos() {
    return medianNanos == 0 ? before : medianNanos;
  }
}
