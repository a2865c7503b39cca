package dev.losslessd.app;

import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.Health;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
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
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A poller per port, each on a thread of its own: a read that hangs holds up its port only. */
final class Sweeps implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sweeps.class);

  private record Running(PortPoll poll, ScheduledExecutorService thread) {}

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
          gone.thread().shutdownNow();
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
    running.values().forEach(one -> one.thread().shutdownNow());
  }

  private Running start(PortId port) {
    PortPoll poll =
        new PortPoll(port, period, () -> open.apply(port), clock, System::nanoTime, told);
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("poll " + port.name()).factory());
    var _ =
        thread.scheduleAtFixedRate(
            () -> guarded(poll), 0, period.toMillis(), TimeUnit.MILLISECONDS);
    return new Running(poll, thread);
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
