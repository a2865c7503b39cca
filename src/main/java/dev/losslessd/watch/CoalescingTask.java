package dev.losslessd.watch;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A task that runs soon; many wishes before it begins are one. Safe for threads. */
final class CoalescingTask {
  private final Consumer<Runnable> soon;
  private final Runnable task;
  private final AtomicBoolean asked = new AtomicBoolean();

  CoalescingTask(Consumer<Runnable> soon, Runnable task) {
    this.soon = soon;
    this.task = task;
  }

  void ask() {
    if (asked.compareAndSet(false, true)) {
      soon.accept(this::run);
    }
  }

  private void run() {
    asked.set(false);
    task.run();
  }
}
