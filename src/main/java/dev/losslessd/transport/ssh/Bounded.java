package dev.losslessd.transport.ssh;

import java.io.EOFException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * A blocking call that ends by its deadline. The library's own time-outs bound each read, so a peer
 * that drips one byte a second would hold the caller for ever.
 */
final class Bounded {
  /** A call that may wait. */
  @FunctionalInterface
  interface Call {
    void run() throws Exception;
  }

  /** Between two looks whether what a call works over is still there. */
  private static final long LOOK_NANOS = 20_000_000;

  private Bounded() {}

  /**
   * @param abort makes the call fail when time is up, usually by closing what it works on
   * @throws TimeoutException the deadline came first; abort has been run
   */
  static void within(Deadline deadline, Call call, Runnable abort) throws Exception {
    within(deadline, () -> true, call, abort);
  }

  /**
   * Ends as well when the session is gone: nobody tells that to a call of the library that opens a
   * channel.
   *
   * @param session whether it is still there
   * @throws EOFException the session ended before the call did; abort has been run
   */
  static void within(Deadline deadline, BooleanSupplier session, Call call, Runnable abort)
      throws Exception {
    FutureTask<Boolean> task =
        new FutureTask<>(() -> {
          call.run();
          return true;
        });
    Thread.ofVirtual().start(task);
    while (true) {
      long left = deadline.left();
      try {
        var _ = task.get(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS);
        return;
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      } catch (InterruptedException e) {
        abort.run();
        Thread.currentThread().interrupt();
        throw e;
      } catch (TimeoutException e) {
        boolean there = session.getAsBoolean();
        if (there && left > LOOK_NANOS) {
          continue;
        }
        abort.run();
        throw there ? e : new EOFException("the session ended");
      }
    }
  }
}
