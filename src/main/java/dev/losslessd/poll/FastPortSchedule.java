package dev.losslessd.poll;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads of one port on the fast clock. A port that is slow is read by itself, and so seldom that it
 * takes 2 % of the thread's time at most. Where a read of several ports hangs, each of them is read
 * by itself meanwhile, so that the one whose fault it is holds up itself alone.
 */
public final class FastPortSchedule extends PollSchedule {
  private static final Logger LOG = LoggerFactory.getLogger(FastPortSchedule.class);

  private final FastPoll poll;
  private final SlowReaderReport.Teller slow = new SlowReaderReport.Teller();
  private final LongSupplier ticks;
  private boolean wasWell = true;

  /** Threads that hang in a read of this port and others. */
  private volatile int hangsWithOthers;

  /**
   * @param ticks monotonic nanoseconds
   */
  public FastPortSchedule(FastPoll poll, LongSupplier ticks) {
    super(ticks.getAsLong());
    this.ticks = ticks;
    this.poll = poll;
  }

  /** Fast clock of the port. */
  public FastPoll poll() {
    return poll;
  }

  @Override
  String name() {
    return "the fast counters of " + poll.port();
  }

  @Override
  boolean isAlone() {
    return hangsWithOthers > 0 || poll.isAlone();
  }

  @Override
  void ended(long began, boolean alone) {
    dueAfter(began, poll.intervalNanos());
    if (wasWell != poll.reason().isEmpty()) {
      wasWell = !wasWell;
      if (!wasWell) {
        LOG.warn("the fast counters cannot be read: {}", poll.reason());
      }
    }
    if (alone) {
      // how long it takes is news only then
      var _ = slow.hear(poll.pollRate(), ticks.getAsLong());
    }
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock of all
  void hangs(boolean alone) {
    poll.giveUp();
    if (!alone) {
      hangsWithOthers++;
    }
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock of all
  void hangsNoMore(boolean alone) {
    if (!alone) {
      hangsWithOthers--;
    }
  }

  /** Closes the reader; one that hangs is closed when it comes back. */
  @Override
  public void close() {
    if (hangsWithOthers > 0) {
      poll.giveUp();
    } else {
      poll.close();
    }
  }
}
