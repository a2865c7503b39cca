package dev.losslessd.app;

import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.Health;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Tempo;
import dev.losslessd.poll.PortPoll;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A poller per port, each on a thread of its own: a read that hangs holds up its port only. */
final class Sweeps implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sweeps.class);

  private record Running(PortPoll poll, ScheduledExecutorService thread) {
    /** Never waits: a read that hangs ends first. */
    void end() {
      thread.execute(() -> {
        poll.close();
        var _ = thread.shutdownNow();
      });
    }
  }

  private final Map<PortId, Running> running = new ConcurrentSkipListMap<>();
  private final Duration period;
  private final Function<PortId, Sweeper> open;
  private final InstantSource clock;
  private final Consumer<Sweep> told;

  Sweeps(
      Duration period, Function<PortId, Sweeper> open, InstantSource clock, Consumer<Sweep> told) {
    this.period = period;
    this.open = open;
    this.clock = clock;
    this.told = told;
  }

  /**
   * Starts pollers for new ports, and ends those of ports that left for good.
   *
   * @return the ports that left
   */
  synchronized List<PortId> follow(Collection<PortId> ports) {
    List<PortId> left = new ArrayList<>();
    for (PortId port : ports) {
      running.computeIfAbsent(port, this::start);
    }
    for (PortId port : List.copyOf(running.keySet())) {
      if (!ports.contains(port)) {
        Running gone = running.remove(port);
        if (gone != null) {
          gone.end();
          left.add(port);
        }
      }
    }
    return left;
  }

  List<Health> health() {
    return running.values().stream().map(one -> one.poll().health(clock.instant())).toList();
  }

  /** Rates of the ports whose reader tells one, megabits per second. */
  Map<PortId, Long> rates() {
    Map<PortId, Long> rates = new TreeMap<>();
    running.forEach((port, one) -> one.poll().rateMbps().ifPresent(mbps -> rates.put(port, mbps)));
    return rates;
  }

  List<Sweep> latest() {
    return running.values().stream()
        .map(one -> one.poll().latest())
        .flatMap(Optional::stream)
        .toList();
  }

  @Override
  public void close() {
    running.values().forEach(Running::end);
  }

  private Running start(PortId port) {
    PortPoll poll =
        new PortPoll(port, period, () -> open.apply(port), clock, System::nanoTime, told);
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("poll " + port.name()).factory());
    new Turn(poll, thread).after(0);
    return new Running(poll, thread);
  }

  /** The runs of one port, as far apart as its reads let them be. */
  private static final class Turn {
    private final PortPoll poll;
    private final ScheduledExecutorService thread;
    private long due = System.nanoTime();
    private final Slow.Teller slow = new Slow.Teller();

    Turn(PortPoll poll, ScheduledExecutorService thread) {
      this.poll = poll;
      this.thread = thread;
    }

    void after(long nanos) {
      try {
        var _ = thread.schedule(this::run, Math.max(0, nanos), TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("the poller of {} has ended", poll.port(), e);
      }
    }

    private void run() {
      guarded(poll);
      long now = System.nanoTime();
      var _ = slow.hear(poll.tempo(), now);
      // times that passed are not made up for
      due = Math.max(due + poll.intervalNanos(), now);
      after(due - now);
    }
  }

  List<Tempo> tempos() {
    return running.values().stream().map(one -> one.poll().tempo()).toList();
  }

  Optional<Sweep> latest(PortId port) {
    return Optional.ofNullable(running.get(port)).flatMap(one -> one.poll().latest());
  }

  /** A scheduler stops a task that throws; a poller must go on. */
  private static void guarded(PortPoll poll) {
    try {
      poll.run();
    } catch (RuntimeException e) {
      LOG.error("poller of {} met a bug, and goes on", poll.port(), e);
    }
  }
}
