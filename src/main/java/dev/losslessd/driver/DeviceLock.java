package dev.losslessd.driver;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one lock of a device, for commits, reads and polls: one caller at a time. The highest waiting
 * rank goes first, then the longest wait. An undo never waits for more than the one call that has
 * its turn.
 */
public final class DeviceLock {
  /** Order in which waiting callers get the device, first to last. */
  public enum Rank {
    UNDO,
    COMMIT,
    READ
  }

  private static final Duration FOREVER = Duration.ofDays(1);

  private record Waiter(Rank rank, long number, Semaphore permit) implements Comparable<Waiter> {
    @Override
    public int compareTo(Waiter other) {
      int byRank = rank.compareTo(other.rank);
      return byRank == 0 ? Long.compare(number, other.number) : byRank;
    }
  }

  private final PriorityQueue<Waiter> waiting = new PriorityQueue<>();
  private boolean taken;

  /** The thread that makes the calls of whoever has the turn; it needs no turn of its own. */
  private volatile @Nullable Thread caller;

  private long next;

  /**
   * @param most longest wait
   * @return whether it is the caller's turn, who then must {@link #end} it
   */
  public boolean begin(Rank rank, Duration most) throws InterruptedException {
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

  /** Ends the turn of whoever has it: the next one may call. */
  public synchronized void end() {
    Waiter first = waiting.poll();
    if (first == null) {
      taken = false;
    } else {
      first.permit.release();
    }
  }

  /** Makes a call of the one that has the turn, and ends the turn with it. */
  public <T> T lastCall(Supplier<T> call) {
    try {
      return called(call);
    } finally {
      end();
    }
  }

  /** Makes a call in a turn of its own, or in that of the caller above it; waits without limit. */
  public <T> T call(Rank rank, Supplier<T> call) {
    if (Thread.currentThread().equals(caller)) {
      return call.get();
    }
    beginUninterruptibly(rank);
    return lastCall(call);
  }

  private <T> T called(Supplier<T> call) {
    caller = Thread.currentThread();
    try {
      return call.get();
    } finally {
      caller = null;
    }
  }

  private void beginUninterruptibly(Rank rank) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (begin(rank, FOREVER)) {
            return;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
