package dev.losslessd.store;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Does what touches a file channel on a thread of its own. A thread that is interrupted within a
 * call of a channel closes it for all others ({@link java.nio.channels.InterruptibleChannel}), and
 * a daemon whose journal is closed cannot even undo.
 */
final class Undisturbed implements AutoCloseable {
  private static final long IDLE_SECONDS = 5;

  private final ThreadPoolExecutor thread;

  /** Work that may fail with an {@link IOException}. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  /** Work that has no result. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  /**
   * @param name of the thread; it ends when it has had nothing to do for a while
   */
  Undisturbed(String name) {
    thread =
        new ThreadPoolExecutor(
            0,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> Thread.ofPlatform().name(name).daemon().unstarted(work));
  }

  /**
   * Waits until it is done, also where the caller is interrupted meanwhile; that shows afterwards.
   *
   * @throws IOException as the work does
   */
  <T> T call(Work<T> work) throws IOException {
    FutureTask<T> task = new FutureTask<>(work::run);
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      throw new ClosedChannelException();
    }
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw cause(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Has it done soon; nothing if this is closed. It must not throw. */
  void begin(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      // it is closed: the next start does it
    }
  }

  void run(Step step) throws IOException {
    boolean _ =
        call(() -> {
          step.run();
          return true;
        });
  }

  boolean isClosed() {
    return thread.isShutdown();
  }

  @Override
  public void close() {
    thread.shutdown();
  }

  private static IOException cause(ExecutionException e) {
    return switch (e.getCause()) {
      case IOException io -> io;
      case RuntimeException broken -> throw broken;
      case Error error -> throw error;
      case null, default -> throw new IllegalStateException(e);
    };
  }
}
