package dev.losslessd.transport.ssh;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A blocking call that ends by its deadline. The library's own time-outs bound each read, so a peer
 * that drips one byte a second would hold the caller for ever.
 */
final class Bounded {
  private Bounded() {}

  /**
   * @param abort makes the call fail when time is up, usually by closing what it works on
   * @throws TimeoutException the deadline came first; abort has been run
   */
  static <T> T within(Deadline deadline, Callable<T> work, Runnable abort) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofVirtual().start(task);
    try {
      return task.get(deadline.left(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } catch (TimeoutException | InterruptedException e) {
      abort.run();
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw e;
    }
  }
}
