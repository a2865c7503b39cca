package dev.losslessd.http;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Makes one answer at a time: a JSON tree takes some twenty times the bytes that it becomes. While
 * one takes longer than others wait for it, they are refused at once.
 */
final class Making {
  /** So long another answer is waited for. */
  static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(2);

  private static final long NONE = Long.MIN_VALUE;

  private final HttpTime time;
  private final long longest;
  private final ReentrantLock lock = new ReentrantLock(true);
  private final AtomicLong since = new AtomicLong(NONE);

  /**
   * @param longest so long an answer may take before others are refused, nanoseconds
   */
  Making(HttpTime time, long longest) {
    this.time = time;
    this.longest = longest;
  }

  /** Returns what the action made; empty where another one takes long. */
  <T> Optional<T> alone(Supplier<T> action) {
    boolean taken = false;
    try {
      taken = lasts().isEmpty() && lock.tryLock(longest, TimeUnit.NANOSECONDS);
      if (taken) {
        since.set(time.nanos().getAsLong());
        return Optional.of(action.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (taken) {
        since.set(NONE);
        lock.unlock();
      }
    }
    return Optional.empty();
  }

  /** For how long an answer has been in the making, in seconds; empty where that is no problem. */
  Optional<Long> lasts() {
    long from = since.get();
    long nanos = time.nanos().getAsLong() - from;
    return from == NONE || nanos < longest
        ? Optional.empty()
        : Optional.of(TimeUnit.NANOSECONDS.toSeconds(nanos));
  }
}
