package dev.losslessd.poll;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Health;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PollCost;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the counters of switches. Each has its own place in its period and its own virtual thread:
 * one that hangs holds up no other, and a thousand need no thousand threads.
 */
public final class SwitchPollScheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SwitchPollScheduler.class);
  private static final Duration BEAT = Duration.ofSeconds(1);
  private static final long LOOK_AGAIN_MILLIS = 1000;

  private final TimeSource time;
  private final List<DevicePoll> polls;
  private final Map<DeviceId, DevicePoll> ofDevice;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("poll switches").factory());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private final Heartbeat heartbeat;

  public SwitchPollScheduler(List<DevicePoll> polls, TimeSource time) {
    this(polls, time, time.nanos());
  }

  /**
   * @param beats by which the loop is late
   */
  public SwitchPollScheduler(List<DevicePoll> polls, TimeSource time, LongSupplier beats) {
    this.time = time;
    this.polls = List.copyOf(polls);
    this.ofDevice = new HashMap<>();
    polls.forEach(poll -> ofDevice.put(poll.device(), poll));
    this.heartbeat = new Heartbeat("the poll loop of switches", BEAT, beats);
  }

  /** Says in one sentence that no switch is read any more; one that hangs holds up only itself. */
  public Optional<String> stalled() {
    return polls.isEmpty() ? Optional.empty() : heartbeat.late();
  }

  public void start() {
    if (!polls.isEmpty()) {
      var _ =
          timer.scheduleWithFixedDelay(
              () -> threads.execute(heartbeat::beat), 0, BEAT.toMillis(), TimeUnit.MILLISECONDS);
    }
    long now = time.ticks();
    for (int n = 0; n < polls.size(); n++) {
      DevicePoll poll = polls.get(n);
      new Turn(poll, new PollSlot(poll.period(), n, polls.size(), now)).next();
    }
  }

  /** Polls one device as soon as LLDP has found a port, then once in each period. */
  private final class Turn {
    private final DevicePoll poll;
    private final PollSlot pollSlot;

    Turn(DevicePoll poll, PollSlot pollSlot) {
      this.poll = poll;
      this.pollSlot = pollSlot;
    }

    void next() {
      after(pollSlot.dueNanos() - time.ticks(), TimeUnit.NANOSECONDS);
    }

    private void after(long delay, TimeUnit unit) {
      try {
        var _ = timer.schedule(() -> threads.execute(this::run), Math.max(0, delay), unit);
      } catch (RejectedExecutionException e) {
        LOG.debug("closed meanwhile", e);
      }
    }

    private void run() {
      if (!poll.hasPorts()) {
        after(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        return;
      }
      pollSlot.began();
      guarded(poll);
      poll.missed(pollSlot.ended(time.ticks()));
      next();
    }
  }

  public List<Health> health(Instant now) {
    return polls.stream().flatMap(poll -> poll.health(now).stream()).toList();
  }

  /** What each poll has cost since the start. */
  public List<PollCost> efforts() {
    return polls.stream().map(DevicePoll::pollCost).toList();
  }

  public List<Sweep> latest() {
    return polls.stream().flatMap(poll -> poll.latest().stream()).toList();
  }

  /** Rates of the ports whose switch reports them, megabits per second. */
  public Map<PortId, Long> rates() {
    Map<PortId, Long> rates = new TreeMap<>();
    polls.forEach(poll -> rates.putAll(poll.rates()));
    return rates;
  }

  /** Last link state of a port, see {@link DevicePoll#link}; empty if its device is not polled. */
  public Optional<LinkReading> link(PortId port) {
    return Optional.ofNullable(ofDevice.get(port.device())).flatMap(poll -> poll.link(port));
  }

  /** A poller that threw must go on. */
  private static void guarded(DevicePoll poll) {
    try {
      poll.run();
    } catch (RuntimeException | Error e) {
      LOG.error("the poller of a switch met a bug, and goes on", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    threads.shutdownNow();
  }
}
