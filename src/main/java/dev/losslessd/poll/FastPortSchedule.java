package dev.losslessd.poll;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One port of the fast clock, and when it is due. */
final class FastPortSchedule implements FastRound.Place, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FastPortSchedule.class);

  private final FastPoll poll;
  private final SlowReaderReport.Teller slow = new SlowReaderReport.Teller();
  private final LongSupplier ticks;
  private long due;
  private boolean wasWell = true;

  /** Threads that hang in a read of this port, and in one of this and others. */
  private volatile int hangs;

  private volatile int hangsWithOthers;

  FastPortSchedule(FastPoll poll, LongSupplier ticks) {
    this.ticks = ticks;
    this.due = ticks.getAsLong();
    this.poll = poll;
  }

  @Override
  public FastPoll poll() {
    return poll;
  }

  boolean isDue(long now) {
    return hangs == 0 && now - due >= 0;
  }

  /** Whether it is not to be read with others. */
  boolean isAlone() {
    return hangsWithOthers > 0 || poll.isAlone();
  }

  /** When it is due, if that is earlier. */
  long next(long other) {
    return hangs == 0 && due - other < 0 ? due : other;
  }

  /** A read has ended that began then: on one grid, so that ports are due together. */
  void ended(long began, boolean alone) {
    long interval = poll.intervalNanos();
    // times that passed are not made up for
    due = began - Math.floorMod(began, interval) + interval;
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

  /** The read under way hangs; under the lock of all. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock of all
  void hang(boolean alone) {
    poll.giveUp();
    if (alone) {
      hangs++;
    } else {
      hangsWithOthers++;
    }
  }

  /** A read that hung has ended; under the lock of all. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock of all
  void hangNoMore(boolean alone) {
    if (alone) {
      hangs--;
    } else {
      hangsWithOthers--;
    }
  }

  /** Closes the reader; one that hangs is closed when it comes back. */
  @Override
  public void close() {
    if (hangs + hangsWithOthers > 0) {
      poll.giveUp();
    } else {
      poll.close();
    }
  }
}
