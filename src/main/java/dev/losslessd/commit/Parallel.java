package dev.losslessd.commit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Work for several devices side by side, one thread each. */
record Parallel(ExecutorService threads) {
  /**
   * Returns when all of it has ended; what fails does not stop the rest.
   *
   * @throws RuntimeException of the first in order that failed
   */
  <T> void each(Collection<T> all, Consumer<T> work) {
    if (all.size() == 1) {
      work.accept(all.iterator().next());
      return;
    }
    List<Future<?>> running = new ArrayList<>();
    all.forEach(one -> running.add(threads.submit(() -> work.accept(one))));
    @Nullable RuntimeException first = null;
    for (Future<?> one : running) {
      RuntimeException failure = failure(one);
      first = first == null ? failure : first;
    }
    if (first != null) {
      throw first;
    }
  }

  /** Waits even if interrupted; the owner of the threads interrupts the work itself. */
  private static @Nullable RuntimeException failure(Future<?> one) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          one.get();
          return null;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          return e.getCause() instanceof RuntimeException known
              ? known
              : new IllegalStateException(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
