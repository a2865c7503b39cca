package dev.losslessd.commit;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Gives a device to one caller at a time. The highest waiting rank goes first, then the longest
 * wait. An undo never waits for more than the one reader that has its turn.
 */
final class Turn {
  /** Order in which waiting callers get the device, first to last. */
  enum Rank {
    UNDO,
    COMMIT,
    READ
  }

  private record Waiter(Rank rank, long number, Semaphore permit) implements Comparable<Waiter> {
    @Override
    public int compareTo(Waiter other) {
      int byRank = rank.compareTo(other.rank);
      return byRank == 0 ? Long.compare(number, other.number) : byRank;
    }
  }

  private final PriorityQueue<Waiter> waiting = new PriorityQueue<>();
  private boolean taken;
  private long next;

  /**
   * @param most longest wait
   * @return whether it is the caller's turn, who then must {@link #end} it
   */
  boolean begin(Rank rank, Duration most) throws InterruptedException {
    Waiter me;
    synchronized (this) {
      if (!taken) {
        taken = true;
        return true;
      }
      me = new Waiter(rank, next++, new Semaphore(0));
      waiting.add(me);
    }
    try {
      return me.permit.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS) || !gone(me);
    } catch (InterruptedException e) {
      if (!gone(me)) {
        end();
      }
      throw e;
    }
  }

  /** Whether it waits no more; not so if its turn came in this very moment. */
  private synchronized boolean gone(Waiter me) {
    return waiting.remove(me);
  }

  synchronized void end() {
    Waiter first = waiting.poll();
    if (first == null) {
      taken = false;
    } else {
      first.permit.release();
    }
  }
}
