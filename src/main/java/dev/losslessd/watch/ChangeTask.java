package dev.losslessd.watch;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task that runs soon after its inputs became others; many changes before it begins are one. One
 * that failed runs again at the next look. Safe for threads.
 *
 * @param <T> inputs, equal as long as they are the same
 */
final class ChangeTask<T> {
  private final Supplier<T> inputs;
  private final CoalescingTask run;
  private volatile @Nullable T done;

  ChangeTask(Consumer<Runnable> soon, Supplier<T> inputs, Runnable task) {
    this.inputs = inputs;
    this.run =
        new CoalescingTask(
            soon,
            () -> {
              T now = inputs.get();
              task.run();
              done = now;
            });
  }

  /** Compares the inputs with those that the task last ran on; returns whether it will run. */
  boolean look() {
    boolean news = !Objects.equals(inputs.get(), done);
    if (news) {
      run.ask();
    }
    return news;
  }
}
