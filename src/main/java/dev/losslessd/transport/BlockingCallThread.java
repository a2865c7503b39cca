package dev.losslessd.transport;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread that makes calls which may wait, so that they pin no virtual thread. A call
 * that overruns its deadline is left alone: the caller gets a time-out, later callers too, until
 * the call returns by itself. Nothing is allocated per call.
 */
final class BlockingCallThread implements AutoCloseable {
  /** Work of the thread for one call. Inputs and results are fields of its own. */
  interface Work {
    int run();

    /** Names the work in messages: {@code netlink reply}. */
    String what();

    /** Frees what the work holds; called once, when it no longer runs. */
    void release();
  }

  private static final int IDLE = 0;
  private static final int ASKED = 1;
  private static final int DONE = 2;
  private static final int LEFT_ALONE = 3;

  private static final int ROUNDS = 4;

  private final Work work;
  private final @Nullable Thread thread;
  private final AtomicInteger state = new AtomicInteger(IDLE);

  /** Held for no longer than a look at the state. */
  private final Object answered = new Object();

  private volatile boolean closing;
  private int result;
  private @Nullable RuntimeException failure;

  /**
   * @param inPlace runs the work without a thread, for callers that may hang and whose own thread
   *     that is: two wake-ups less per call, and no deadline but the work's own
   */
  BlockingCallThread(String name, Work work, boolean inPlace) {
    this.work = work;
    this.thread = inPlace ? null : Thread.ofPlatform().daemon().name(name).unstarted(this::serve);
  }

  /**
   * Waits for an earlier call that was left alone: what it asked for still happens, and what comes
   * after must not be overtaken by it.
   *
   * @param nanos longest wait
   * @throws TransportException TIMEOUT if it has not come back by then, GONE when closed
   */
  void requireFree(long nanos) {
    if (closing) {
      throw TransportException.gone(work.what() + ": closed");
    }
    if (thread != null && state.get() == LEFT_ALONE) {
      boolean _ = awaited(LEFT_ALONE, nanos);
    }
    if (state.get() != IDLE) {
      throw TransportException.timeout("still waiting for " + work.what());
    }
  }

  /** Whether the work runs on the caller's thread, and nobody goes on meanwhile. */
  boolean isInPlace() {
    return thread == null;
  }

  /** Runs the work on the thread and waits for it. */
  int call(long nanos) {
    requireFree(nanos);
    if (thread == null) {
      return here();
    }
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
    state.set(ASKED);
    LockSupport.unpark(thread);
    if (!awaited(ASKED, nanos) && state.compareAndSet(ASKED, LEFT_ALONE)) {
      String why = Thread.currentThread().isInterrupted() ? "interrupted" : "no answer in time";
      throw TransportException.timeout(
          work.what() + ": " + why + " (deadline " + nanos / 1_000_000 + " ms)");
    }
    RuntimeException thrown = failure;
    int value = result;
    failure = null;
    state.set(IDLE);
    if (thrown != null) {
      throw thrown;
    }
    return value;
  }

  private int here() {
    if (!state.compareAndSet(IDLE, ASKED)) {
      throw TransportException.timeout("still waiting for " + work.what());
    }
    try {
      return work.run();
    } finally {
      state.set(IDLE);
      if (closing) {
        releaseIfIdle();
      }
    }
  }

  private void releaseIfIdle() {
    if (state.compareAndSet(IDLE, LEFT_ALONE)) {
      work.release();
    }
  }

  /**
   * On a monitor, not parked: a permit that an earlier call left behind would end a park at once,
   * and with it the deadline. In quarters, as even a wait may wake for no reason and there is no
   * clock here.
   */
  private boolean awaited(int left, long nanos) {
    long millis = Math.max(1, nanos / ROUNDS / 1_000_000);
    synchronized (answered) {
      try {
        for (int round = 0; round < ROUNDS && state.get() == left; round++) {
          answered.wait(millis);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return state.get() != left;
  }

  private void serve() {
    while (!closing) {
      int now = state.get();
      if (now == ASKED) {
        answer();
      } else {
        LockSupport.park(this);
      }
    }
    work.release();
  }

  private void answer() {
    int value = 0;
    RuntimeException thrown = null;
    try {
      value = work.run();
    } catch (RuntimeException e) {
      thrown = e;
    }
    result = value;
    failure = thrown;
    synchronized (answered) {
      if (state.compareAndSet(ASKED, DONE)) {
        answered.notifyAll();
        return;
      }
    }
    failure = null;
    synchronized (answered) {
      state.set(IDLE);
      answered.notifyAll();
    }
  }

  /** Never waits: a call under way ends first, then its resources are freed. */
  @Override
  public void close() {
    if (closing) {
      return;
    }
    closing = true;
    if (thread == null) {
      releaseIfIdle();
    } else if (thread.getState() == Thread.State.NEW) {
      work.release();
    } else {
      LockSupport.unpark(thread);
    }
  }
}
