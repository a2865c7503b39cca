package dev.losslessd.poll;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the daemon's own periodic tasks and lasting threads. One that fails goes on and is
 * counted. One that has not ended for long is reported as a finding and by {@code /readyz}.
 */
public final class Supervisor {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

  /** A run may take so long whatever its period: a slow switch has many lines to print. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final int PERIODS = 3;

  private final TimeSource time;
  private final LongAdder past = new LongAdder();
  private final Map<String, Task> tasks = new ConcurrentSkipListMap<>();

  /**
   * @param time its clock for what is told, its ticks by which a task is late
   */
  Supervisor(TimeSource time) {
    this.time = time;
  }

  /** One task or thread, by its name. */
  public final class Task {
    private final String name;
    private final Duration patience;
    private final LongAdder failures = new LongAdder();
    private volatile Instant ended;
    private volatile long endedNanos;

    private Task(String name, Duration period) {
      this.name = name;
      Duration periods = period.multipliedBy(PERIODS);
      this.patience = periods.compareTo(PATIENCE) > 0 ? periods : PATIENCE;
      this.ended = time.clock().instant();
      this.endedNanos = time.ticks();
    }

    /** Runs it once. No failure gets out, an {@link Error} included: the next run must come. */
    void run(Runnable work) {
      try {
        work.run();
      } catch (RuntimeException | Error e) {
        failures.increment();
        LOG.error("task '{}' failed; it goes on", name, e);
      } finally {
        ended();
      }
    }

    /** Says that it is alive; for loops that never end. */
    public void ended() {
      ended = time.clock().instant();
      endedNanos = time.ticks();
    }

    private boolean late() {
      return time.ticks() - endedNanos > patience.toNanos();
    }

    private String text() {
      return "task '" + name + "' has not come to its end since " + ended;
    }
  }

  /**
   * Watches one more task.
   *
   * @param name in messages and metrics, such as {@code settings}
   * @param period from one run to the next
   */
  Task task(String name, Duration period) {
    return tasks.computeIfAbsent(name, key -> new Task(key, period));
  }

  /** Watches a task no more; a failure that was counted stays counted. */
  void forget(String name) {
    Task gone = tasks.remove(name);
    if (gone != null) {
      past.add(gone.failures.sum());
    }
  }

  /** Why the daemon is not what it should be; empty while all tasks are in time. */
  public List<String> late() {
    return tasks.values().stream().filter(Task::late).map(Task::text).toList();
  }

  /** Tasks that are late, as findings. */
  public Stream<Finding> findings() {
    return tasks.values().stream()
        .filter(Task::late)
        .map(task -> FindingRule.DAEMON_TASK.at("losslessd", task.text()).from(task.ended));
  }

  /** Runs that failed, of all tasks. */
  public long failures() {
    return past.sum() + tasks.values().stream().mapToLong(task -> task.failures.sum()).sum();
  }
}
