package dev.losslessd.transport;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are held of what devices send, of all devices together. A fifth is for all of them at
 * once, at most a quarter of that for one device. The rest is for one device at a time, the next
 * one in the order of asking: whoever has it can go on to its end, so that nobody waits for ever.
 */
public final class InputBudget {
  /** Result of asking for room. */
  public enum Room {
    TAKEN,
    /** Others have it, and did not give it back in time. */
    LATE,
    /** There is never so much for one device. */
    TOO_MUCH
  }

  private static final int POOL_PART = 5;
  private static final int OWN_PART = 4;

  private final long total;
  private final long pool;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();
  private final Deque<Account> waiting = new ArrayDeque<>();
  private @Nullable Account alone;
  private long pooled;
  private long peak;

  /**
   * @param total bytes, of all devices
   */
  public InputBudget(long total) {
    this.total = total;
    this.pool = total / POOL_PART;
  }

  /** Bytes that are held now. */
  public long held() {
    return locked(this::sum);
  }

  /** The most that was held at any time. */
  public long peak() {
    return locked(() -> peak);
  }

  private long sum() {
    return pooled + (alone == null ? 0 : alone.own);
  }

  /** An account of one way to one device. */
  public Account account() {
    return new Account();
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Bytes held of one device. Safe for threads. */
  public final class Account {
    /** Bytes held of the pool that all devices share. */
    private long shared;

    /** Bytes held of the part that one device has at a time. */
    private long own;

    private boolean isOpen;

    private Account() {}

    /** Begins work: what is taken from here on is held until {@link #end}. */
    public void begin() {
      locked(() -> {
        isOpen = true;
        return settle(0);
      });
    }

    /** Ends the work and gives back all bytes. */
    public void end() {
      locked(() -> {
        isOpen = false;
        return settle(0);
      });
    }

    /** One piece of work is done; unless it is part of a larger one, all is given back. */
    public void done() {
      locked(() -> isOpen || settle(0));
    }

    /** Gives some of it back. */
    public void give(long bytes) {
      locked(() -> {
        long fromOwn = Math.min(own, bytes);
        own -= fromOwn;
        long fromShared = Math.min(shared, bytes - fromOwn);
        shared -= fromShared;
        pooled -= fromShared;
        return own > 0 || settle(shared);
      });
    }

    /** Takes room if there is some now. */
    public boolean tryTake(long bytes) {
      return take(bytes, 0) == Room.TAKEN;
    }

    /**
     * Takes room, and waits for it.
     *
     * @param nanos longest wait
     */
    public Room take(long bytes, long nanos) {
      lock.lock();
      try {
        return waitFor(bytes, nanos);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Room.LATE;
      } finally {
        if (waiting.remove(this)) {
          freed.signalAll();
        }
        lock.unlock();
      }
    }

    private Room waitFor(long bytes, long nanos) throws InterruptedException {
      long left = nanos;
      while (!fits(bytes)) {
        if (alone == this) {
          return Room.TOO_MUCH;
        }
        if (alone == null && (waiting.isEmpty() || waiting.peek() == this)) {
          alone = this;
        } else if (left <= 0) {
          return Room.LATE;
        } else {
          if (!waiting.contains(this)) {
            waiting.add(this);
          }
          left = freed.awaitNanos(left);
        }
      }
      peak = Math.max(peak, sum());
      return Room.TAKEN;
    }

    private boolean fits(long bytes) {
      if (alone == this && own + bytes <= total - pool) {
        own += bytes;
        return true;
      }
      if (alone != this && shared + bytes <= pool / OWN_PART && pooled + bytes <= pool) {
        shared += bytes;
        pooled += bytes;
        return true;
      }
      return false;
    }

    private boolean settle(long keep) {
      pooled -= shared - keep;
      shared = keep;
      own = 0;
      if (alone == this) {
        alone = null;
      }
      freed.signalAll();
      return true;
    }
  }
}
