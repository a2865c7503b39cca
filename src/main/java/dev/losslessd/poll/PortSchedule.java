package dev.losslessd.poll;

import java.time.Duration;

/** Reads of one NIC port; one whose read hung or takes long wants a thread of its own for good. */
public final class PortSchedule extends PollSchedule {
  private final PortPoll poll;
  private long periodNanos;
  private final SlowReaderReport.Teller slow = new SlowReaderReport.Teller();
  private volatile Duration asked;
  private volatile boolean apart;

  /**
   * @param period from one read to the next, where reads are quick
   * @param now when it is due first, monotonic nanoseconds
   */
  public PortSchedule(PortPoll poll, Duration period, long now) {
    super(now);
    this.poll = poll;
    this.periodNanos = period.toNanos();
    this.asked = period;
  }

  /** Another time from one read to the next; what was read and learned stays. */
  public void period(Duration period) {
    asked = period;
  }

  @Override
  boolean isDue(long now) {
    Duration period = asked;
    if (period.toNanos() != periodNanos) {
      periodNanos = period.toNanos();
      poll.period(period);
      dueWithin(now, periodNanos);
    }
    return super.isDue(now);
  }

  /** Sweeps of the port. */
  public PortPoll poll() {
    return poll;
  }

  @Override
  String name() {
    return poll.port().toString();
  }

  @Override
  boolean wantsThread() {
    return apart;
  }

  @Override
  void hangs(boolean alone) {
    apart = true;
  }

  @Override
  void ended(long began, boolean alone) {
    var _ = slow.hear(poll.pollRate(), began);
    long interval = poll.intervalNanos();
    apart |= interval > periodNanos;
    if (interval > periodNanos) {
      // not before its time, and still together with the others
      dueAfter(began + interval - 1, periodNanos);
    } else {
      dueAfter(began, periodNanos);
    }
  }

  @Override
  public void close() {
    poll.close();
  }
}
