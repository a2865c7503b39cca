package dev.losslessd.files;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Files that hang together: those of one port, those of the host, or one file by itself. One thread
 * at a time is inside a call of the kernel on them, so that at most one can be stuck there. While
 * one is, the others are refused at once. Safe for threads.
 */
public final class Place {
  /** Threads that may be handed work for one place; all but one of them wait for their turn. */
  private static final int CALLERS = 4;

  private final FileThreads threads;
  private final String name;
  private final Limit limit;
  private final long deadlineMillis;
  private final ReentrantLock turn = new ReentrantLock();
  private final Semaphore callers = new Semaphore(CALLERS);

  /** Written before {@link #since}, by the thread that is inside. */
  private Object file = "";

  /** Wall clock, milliseconds; 0 while no thread is inside. */
  private volatile long since;

  Place(FileThreads threads, String name, Limit limit) {
    this.threads = threads;
    this.name = name;
    this.limit = limit;
    this.deadlineMillis = limit.deadline().toMillis();
  }

  /**
   * Runs one call of the kernel on a thread that may be stuck: this one if it is ours, else another
   * that this one waits for.
   *
   * @param what the file, for messages
   * @throws LateException it does not return in time, or an earlier one has not
   */
  public <T> T call(Object what, Work<T> work) throws IOException {
    return Worker.isHere() ? here(what, work) : hand(() -> here(what, work)).get();
  }

  /**
   * Runs one call of the kernel on this thread, which may be stuck for ever.
   *
   * @throws LateException an earlier one has not returned
   */
  public <T> T here(Object what, Work<T> work) throws IOException {
    enter(what);
    try {
      return work.run();
    } finally {
      leave();
    }
  }

  /** As {@link #call}, but also where nobody waits any more: for the end of what was begun. */
  public <T> T end(Object what, Work<T> work) throws IOException {
    Runnable restore = Worker.evenIfGivenUp();
    try {
      return call(what, work);
    } finally {
      restore.run();
    }
  }

  /**
   * Hands over work of many calls to one thread, which makes them itself. If one of them is late,
   * the work as a whole is, whatever it makes of that.
   *
   * @throws LateException no thread is free, or an earlier call has not returned
   */
  public <T> Handed<T> hand(Work<T> work) throws LateException {
    if (isLate() || !acquire()) {
      throw late();
    }
    try {
      return threads.begin(limit, work, callers::release);
    } catch (LateException | RuntimeException | Error e) {
      callers.release();
      throw e;
    }
  }

  /**
   * Begins calls on this thread, a platform thread that may be stuck for ever; waits for its turn.
   *
   * @throws LateException an earlier one has not returned, or too many are stuck elsewhere
   */
  public void enter(Object what) throws LateException {
    if (!tryEnter(what)) {
      if (!acquireTurn()) {
        throw Worker.failed(late());
      }
      admitted(what);
    }
  }

  /**
   * Begins calls on this thread, unless another has its turn.
   *
   * @return whether they have begun
   * @throws LateException as {@link #enter}
   */
  public boolean tryEnter(Object what) throws LateException {
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException("a virtual thread may not open " + what);
    }
    if (turn.tryLock()) {
      admitted(what);
      return true;
    }
    if (isLate()) {
      throw Worker.failed(late());
    }
    return false;
  }

  /** A thread that is not ours counts from here on. */
  private void admitted(Object what) throws LateException {
    boolean admitted = false;
    try {
      Worker.enters(this);
      admitted = Worker.isHere() || limit.free().tryAcquire();
      if (!admitted) {
        throw threads.full(limit);
      }
    } finally {
      if (!admitted) {
        turn.unlock();
      }
    }
    at(what);
  }

  /** Names the file of the next call; only between enter and leave. */
  public void at(Object what) {
    if (!turn.isHeldByCurrentThread()) {
      throw new IllegalStateException("no turn to read " + what);
    }
    file = what;
    since = threads.millis();
  }

  /** Ends what {@link #enter} began; throws what it throws where nobody waits any more. */
  public void leave() {
    since = 0;
    try {
      Worker.leaves(this);
    } finally {
      turn.unlock();
      if (!Worker.isHere()) {
        limit.free().release();
      }
    }
  }

  /** Also where the clock was set back meanwhile. */
  boolean isLate() {
    long at = since;
    return at != 0 && Math.abs(threads.millis() - at) > deadlineMillis;
  }

  boolean is(Limit kind) {
    return limit.equals(kind);
  }

  /** What does not answer; empty while all calls return in time. */
  Optional<Hang> hang() {
    return isLate() ? Optional.of(inside()) : Optional.empty();
  }

  private Hang inside() {
    long at = since;
    return new Hang(name, file.toString(), Instant.ofEpochMilli(at == 0 ? threads.millis() : at));
  }

  LateException late() {
    return new LateException(
        since == 0 ? "earlier accesses to files of " + name + " take too long" : inside().text());
  }

  private boolean acquire() throws LateException {
    try {
      return callers.tryAcquire(deadlineMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw FileThreads.interrupted();
    }
  }

  private boolean acquireTurn() throws LateException {
    try {
      return turn.tryLock(deadlineMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw Worker.failed(FileThreads.interrupted());
    }
  }
}
