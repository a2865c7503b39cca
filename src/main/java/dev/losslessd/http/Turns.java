package dev.losslessd.http;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * Turns of connections at what takes a processor and needs no permission: TLS handshakes, and bytes
 * that are no request yet. Virtual threads share a few carriers, and sessions with switches are
 * virtual threads too: without turns, each packet of an undo waits in a queue behind all the
 * handshakes of a flood.
 *
 * @param threads virtual ones, a new one for each task
 */
record Turns(Executor threads) implements Executor {
  /** At a time, of the four processors that the JVM has. */
  private static final int MOST = 2;

  private static final ThreadLocal<Boolean> OWN = new ThreadLocal<>();

  /** The carriers are the process's, whichever listener a stranger comes by. */
  private static final Semaphore FREE = new Semaphore(MOST, true);

  @Override
  public void execute(Runnable task) {
    threads.execute(() -> {
      FREE.acquireUninterruptibly();
      OWN.set(true);
      try {
        task.run();
      } finally {
        end();
      }
    });
  }

  /** This thread has a request now, which may wait for others: the turn is the next one's. */
  static void end() {
    if (OWN.get() != null) {
      OWN.remove();
      FREE.release();
    }
  }
}
