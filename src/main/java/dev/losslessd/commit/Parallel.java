package dev.losslessd.commit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
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
    List<CompletableFuture<Void>> running = new ArrayList<>();
    all.forEach(one -> running.add(CompletableFuture.runAsync(() -> work.accept(one), threads)));
    @Nullable RuntimeException first = null;
    for (CompletableFuture<Void> one : running) {
      RuntimeException failure = failure(one);
      first = first == null ? failure : first;
    }
    if (first != null) {
      throw first;
    }
  }

  /** Waits even if interrupted; the owner of the threads interrupts the work itself. */
  private static @Nullable RuntimeException failure(CompletableFuture<Void> one) {
    try {
      one.join();
      return null;
    } catch (CompletionException e) {
      return e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    }
  }
}
