package dev.losslessd.poll;

import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Periodic tasks, delayed tasks and lasting loops of this process, each of them watched. */
public final class SystemScheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SystemScheduler.class);

  private static final Duration AGAIN = Duration.ofSeconds(1);

  private static final Duration ALARMS = Duration.ofSeconds(1);

  private final Supervisor supervisor;
  private final TimeSource time;
  private final Heartbeat alarms;
  private final List<Supplier<Optional<String>>> loops = new CopyOnWriteArrayList<>();
  private final Threads threads;

  public SystemScheduler(TimeSource time, Threads threads) {
    this.time = time;
    this.threads = threads;
    this.supervisor = new Supervisor(time);
    this.alarms = new Heartbeat("the alarm loop", ALARMS, time.nanos());
    loops.add(alarms::late);
  }

  /** Threads for other loops of this process. */
  public Threads threads() {
    return threads;
  }

  /** Runs the task once, after the delay; the result calls it off. */
  public Runnable after(Duration delay, Runnable task) {
    ScheduledFuture<?> alarm =
        threads.timer().schedule(() -> soon(task), delay.toMillis(), TimeUnit.MILLISECONDS);
    return () -> alarm.cancel(false);
  }

  /**
   * Runs the task again and again; while it still runs, its next time is passed over.
   *
   * @param name under which it is watched
   */
  public void every(String name, Duration period, Runnable task) {
    var _ = begin(name, period, task);
  }

  /** Runs the task again and again until the result is run, which does not wait for it. */
  public Runnable until(String name, Duration period, Runnable task) {
    ScheduledFuture<?> repeated = begin(name, period, task);
    return () -> {
      repeated.cancel(false);
      supervisor.forget(name);
    };
  }

  private ScheduledFuture<?> begin(String name, Duration period, Runnable task) {
    Supervisor.Task watched = supervisor.task(name, period);
    AtomicBoolean runs = new AtomicBoolean();
    return threads
        .timer()
        .scheduleWithFixedDelay(
            () ->
                begin(
                    () -> {
                      watched.run(task);
                      runs.set(false);
                    },
                    runs),
            period.toMillis(),
            period.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /**
   * Lets the loop that all alarms ring in say that it turns.
   *
   * @param turned run each time, a second apart
   */
  public void beat(Runnable turned) {
    every(
        "alarms",
        ALARMS,
        () -> {
          alarms.beat();
          turned.run();
        });
  }

  /**
   * Watches one more loop.
   *
   * @param stalled one sentence while it does not turn
   */
  public void alsoTurns(Supplier<Optional<String>> stalled) {
    loops.add(stalled);
  }

  /** One sentence for each loop of this process that has stalled. */
  public List<String> stalled() {
    return loops.stream().map(Supplier::get).flatMap(Optional::stream).toList();
  }

  /** A failure here would end all later runs without a word. */
  private void begin(Runnable run, AtomicBoolean runs) {
    if (runs.compareAndSet(false, true)) {
      try {
        threads.tasks().execute(run);
      } catch (RuntimeException | Error e) {
        runs.set(false);
        if (!threads.tasks().isShutdown()) {
          LOG.error("a task could not begin", e);
        }
      }
    }
  }

  /**
   * Keeps a loop running on a thread of its own: one that ends by a failure is begun again.
   *
   * @param alive says each time around whether it is still wanted
   */
  public void keep(String name, BooleanSupplier alive, Consumer<Supervisor.Task> loop) {
    Supervisor.Task watched = supervisor.task(name, Duration.ZERO);
    Thread thread =
        threads
            .platform()
            .newThread(() -> {
              while (alive.getAsBoolean()) {
                watched.run(() -> loop.accept(watched));
                if (alive.getAsBoolean()) {
                  time.sleep(AGAIN);
                }
              }
            });
    thread.setName(name);
    thread.start();
  }

  public Supervisor supervisor() {
    return supervisor;
  }

  public void soon(Runnable task) {
    threads.tasks().execute(() -> guarded(task));
  }

  /**
   * Runs the task soon, and waits for its end. What hangs goes on without us.
   *
   * @param name in the message that says so
   * @param patience longest wait
   */
  public void first(String name, Duration patience, Runnable task) {
    CountDownLatch ended = new CountDownLatch(1);
    threads
        .tasks()
        .execute(() -> {
          guarded(task);
          ended.countDown();
        });
    try {
      if (!ended.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("{} takes longer than {} s; nothing waits for it", name, patience.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    threads.close();
  }

  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.error("a task failed; the others go on", e);
    }
  }
}
