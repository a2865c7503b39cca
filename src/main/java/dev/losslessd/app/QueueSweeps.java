package dev.losslessd.app;

import dev.losslessd.model.Health;
import dev.losslessd.poll.DevicePoll;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The slow counters of switches, each on a thread of its own: one that hangs holds up nobody. */
final class QueueSweeps implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(QueueSweeps.class);

  private final List<DevicePoll> polls;
  private final List<ScheduledExecutorService> threads = new ArrayList<>();

  QueueSweeps(List<DevicePoll> polls) {
    this.polls = List.copyOf(polls);
  }

  void start() {
    for (DevicePoll poll : polls) {
      ScheduledExecutorService thread =
          Executors.newSingleThreadScheduledExecutor(
              Thread.ofPlatform().daemon().name("poll queues").factory());
      threads.add(thread);
      var _ = thread.scheduleWithFixedDelay(new Turn(poll)::look, 0, 1, TimeUnit.SECONDS);
    }
  }

  /** A poll runs as soon as LLDP has told of a port, and then once in its period. */
  private static final class Turn {
    private final DevicePoll poll;
    private long due = System.nanoTime();

    Turn(DevicePoll poll) {
      this.poll = poll;
    }

    void look() {
      long now = System.nanoTime();
      if (poll.hasPorts() && now - due >= 0) {
        due = now + poll.period().toNanos();
        guarded(poll);
      }
    }
  }

  List<Health> health(Instant now) {
    return polls.stream().flatMap(poll -> poll.health(now).stream()).toList();
  }

  /** A scheduler stops a task that throws; a poller must go on. */
  private static void guarded(DevicePoll poll) {
    try {
      poll.run();
    } catch (RuntimeException e) {
      LOG.error("a poller of queues met a bug, and goes on", e);
    }
  }

  @Override
  public void close() {
    threads.forEach(ScheduledExecutorService::shutdownNow);
  }
}
