package dev.losslessd.app;

import dev.losslessd.commit.Timer;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Real time and real threads; the only place that makes them. */
final class Clockwork implements Timer, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Clockwork.class);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("timer").factory());

  ExecutorService threads() {
    return threads;
  }

  @Override
  public Ticket after(Duration delay, Runnable task) {
    ScheduledFuture<?> alarm =
        timer.schedule(
            () -> threads.execute(() -> guarded(task)), delay.toMillis(), TimeUnit.MILLISECONDS);
    return () -> alarm.cancel(false);
  }

  /** Runs the task again and again; while it still runs, its next time is passed over. */
  void every(Duration period, Runnable task) {
    AtomicBoolean runs = new AtomicBoolean();
    var _ =
        timer.scheduleWithFixedDelay(
            () -> {
              if (runs.compareAndSet(false, true)) {
                threads.execute(() -> {
                  guarded(task);
                  runs.set(false);
                });
              }
            },
            period.toMillis(),
            period.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  void soon(Runnable task) {
    threads.execute(() -> guarded(task));
  }

  static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    threads.shutdownNow();
  }

  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("a task met a bug, the rest goes on", e);
    }
  }
}
