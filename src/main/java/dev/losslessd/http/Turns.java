package dev.losslessd.http;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Turns of connections at what takes a processor and needs no permission: TLS handshakes, and bytes
 * that are no request yet. Virtual threads share a few carriers, and sessions with switches are
 * virtual threads too: without turns, each packet of an undo waits in a queue behind all the
 * handshakes of a flood.
 */
final class Turns implements Executor {
  /**
   * At a time: a host may have two processors for us, and the first undo of a process, not compiled
   * yet, needs one of them to be in time.
   */
  private static final int MOST = 1;

  private static final ThreadLocal<Turns> OWN = new ThreadLocal<>();

  /** The carriers are the process's, whichever listener a stranger comes by. */
  private static final Semaphore FREE = new Semaphore(MOST, true);

  private final Executor threads;
  private final AtomicInteger waiting = new AtomicInteger();

  /**
   * @param threads virtual ones, a new one for each task
   */
  Turns(Executor threads) {
    this.threads = threads;
  }

  @Override
  public void execute(Runnable task) {
    waiting.incrementAndGet();
    threads.execute(() -> {
      FREE.acquireUninterruptibly();
      OWN.set(this);
      try {
        task.run();
      } finally {
        end();
      }
    });
  }

  /** Number of tasks whose turn has not come or not ended. */
  int waiting() {
    return waiting.get();
  }

  /** This thread has a request now, which may wait for others: the turn is the next one's. */
  static void end() {
    @Nullable Turns own = OWN.get();
    if (own != null) {
      OWN.remove();
      FREE.release();
      own.waiting.decrementAndGet();
    }
  }
}
