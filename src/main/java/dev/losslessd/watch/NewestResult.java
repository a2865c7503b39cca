package dev.losslessd.watch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A result that several threads work out at a time, none waiting for another: one that began
 * earlier is dropped if a later one was taken. Safe for threads.
 */
final class NewestResult<T> implements Runnable {
  private final Supplier<T> work;
  private final Consumer<T> taker;
  private final AtomicLong begun = new AtomicLong();
  private long taken;

  NewestResult(Supplier<T> work, Consumer<T> taker) {
    this.work = work;
    this.taker = taker;
  }

  /** When it returns, this result was taken, or one that began later. */
  @Override
  public void run() {
    long turn = begun.incrementAndGet();
    take(turn, work.get());
  }

  private synchronized void take(long turn, T result) {
    if (turn > taken) {
      taken = turn;
      taker.accept(result);
    }
  }
}
