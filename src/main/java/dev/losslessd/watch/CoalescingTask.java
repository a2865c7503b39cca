package dev.losslessd.watch;

import dev.losslessd.poll.SystemScheduler;
import java.util.concurrent.atomic.AtomicBoolean;

/** A task that runs soon; many wishes before it begins are one. Safe for threads. */
final class CoalescingTask {
  private final SystemScheduler scheduler;
  private final Runnable task;
  private final AtomicBoolean asked = new AtomicBoolean();

  CoalescingTask(SystemScheduler scheduler, Runnable task) {
    this.scheduler = scheduler;
    this.task = task;
  }

  void ask() {
    if (asked.compareAndSet(false, true)) {
      scheduler.soon(this::run);
    }
  }

  private void run() {
    asked.set(false);
    task.run();
  }
}
