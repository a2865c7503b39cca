package dev.losslessd.app;

import dev.losslessd.commit.Transactions;
import dev.losslessd.config.Config;
import dev.losslessd.metrics.Board;
import dev.losslessd.metrics.Facts;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Health;
import dev.losslessd.model.Observation;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.poll.Activity;
import dev.losslessd.poll.Observations;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.Event;
import dev.losslessd.transport.netlink.EventSource;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that reads: counters every second, settings every few and at each kernel event. */
final class Watcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);
  private static final Duration LISTEN = Duration.ofSeconds(1);
  private static final Duration DEAF = Duration.ofSeconds(5);

  /** A host has hundreds of virtual links; they are not looked at each time settings are read. */
  private static final int ROUNDS_PER_DISCOVERY = 3;

  private final Site site;
  private final Host host;
  private final Duration settingsPeriod;
  private final Clockwork clockwork;
  private final Clock clock;
  private final Board board = new Board();
  private final Activity activity = new Activity();
  private final Judge judge;
  private final Duration switchPeriod;
  private final Observations observations;
  private final Observations ofSwitches;
  private final Sweeps sweeps;
  private final AtomicBoolean lookAsked = new AtomicBoolean();
  private final AtomicBoolean linksMoved = new AtomicBoolean();

  /** Starts at one: the ground was discovered just before the first round. */
  private final AtomicInteger rounds = new AtomicInteger(1);

  private volatile boolean stopped;
  private @Nullable Transactions transactions;
  private Runnable arrived = () -> {};

  Watcher(Site site, Config config, Clockwork clockwork, Clock clock) {
    this.site = site;
    this.host = site.host();
    this.settingsPeriod = config.poll().settings();
    this.switchPeriod = site.switches().settingsPeriod();
    this.judge = new Judge(site.switches()::has);
    this.clockwork = clockwork;
    this.clock = clock;
    this.observations = new Observations(host::observed, clock, () -> {});
    this.ofSwitches = new Observations(site.switches()::sessions, clock, () -> {});
    this.sweeps =
        new Sweeps(
            port -> site.switches().period(port).orElse(config.poll().nic()),
            site::sweeper,
            clock,
            this::swept);
  }

  /**
   * @param engine whose intent is watched
   * @param onArrival run when a NIC came or went
   */
  void watch(Transactions engine, Runnable onArrival) {
    transactions = engine;
    arrived = onArrival;
  }

  void start(Kernel kernel) {
    follow();
    lookNow();
    clockwork.every(settingsPeriod, this::lookNow);
    if (!site.switches().ids().isEmpty()) {
      clockwork.soon(this::lookAtSwitches);
      clockwork.every(switchPeriod, this::lookAtSwitches);
    }
    for (DeviceId leaf : site.switches().ids()) {
      clockwork.soon(() -> listenTo(leaf));
      clockwork.every(site.switches().settingsPeriod(leaf), () -> listenTo(leaf));
    }
    Thread.ofPlatform().daemon().name("kernel events").start(() -> listen(kernel));
  }

  Board board() {
    return board;
  }

  Set<PortId> busy() {
    return activity.busy();
  }

  /** What a target last said. */
  Optional<Observation> seen(Target target) {
    return observations.of(target).or(() -> ofSwitches.of(target));
  }

  private Map<Target, Observation> seen() {
    Map<Target, Observation> all = new HashMap<>(observations.all());
    all.putAll(ofSwitches.all());
    return all;
  }

  /** After a commit: what was just written is read again at once, wherever it is. */
  void lookEverywhere() {
    look();
    if (!site.switches().ids().isEmpty()) {
      clockwork.soon(this::lookAtSwitches);
    }
  }

  private void lookAtSwitches() {
    if (!stopped) {
      ofSwitches.run();
      judge();
    }
  }

  /** Each switch at its own pace: one that hangs holds up nobody. */
  private void listenTo(DeviceId leaf) {
    if (!stopped) {
      site.switches().listen(leaf);
      follow();
      judge();
    }
  }

  List<Finding> findings() {
    return judge.findings();
  }

  /** The contract of each known link, as of the last round. */
  List<LinkContract> contracts() {
    return judge.contracts();
  }

  List<Health> health() {
    return sweeps.health();
  }

  List<Sweep> latest() {
    return sweeps.latest();
  }

  Facts facts() {
    return new Facts(
        clock.instant(),
        host.nics(),
        sweeps.health(),
        seen().values(),
        judge.findings(),
        judge.linkChecks());
  }

  /** Reads the settings again soon; many wishes at once are one. */
  void look() {
    if (lookAsked.compareAndSet(false, true)) {
      clockwork.soon(this::lookNow);
    }
  }

  @Override
  public void close() {
    stopped = true;
    sweeps.close();
  }

  private void lookNow() {
    lookAsked.set(false);
    if (stopped) {
      return;
    }
    if (linksMoved.getAndSet(false) || rounds.getAndIncrement() % ROUNDS_PER_DISCOVERY == 0) {
      discover();
    }
    observations.run();
    judge();
  }

  private void discover() {
    if (host.discover()) {
      follow();
      arrived.run();
    }
  }

  private void judge() {
    Transactions engine = transactions;
    if (engine != null) {
      judge.judge(engine, seen(), site.cables().links(), sweeps.health(), clock.instant());
    }
  }

  /** One at a time: of two lists the older one must not win. */
  private synchronized void follow() {
    sweeps.follow(site.ports()).stream()
        .filter(port -> site.switches().has(port.device()))
        .forEach(board::forget);
  }

  private void swept(Sweep sweep) {
    board.accept(sweep);
    activity.accept(sweep);
  }

  /** Every event means that somebody changed something: look. Some mean that NICs moved. */
  private void happened(Event event) {
    switch (event) {
      case Event.DcbChanged dcb -> {}
      case Event.LinkChanged link -> linksMoved.set(true);
      case Event.Overrun overrun -> linksMoved.set(true);
    }
    look();
  }

  private void listen(Kernel kernel) {
    while (!stopped) {
      try (EventSource events = kernel.events()) {
        while (!stopped) {
          events.next(LISTEN).ifPresent(this::happened);
        }
      } catch (TransportException e) {
        LOG.warn("not told of changes by the kernel, settings are only polled: {}", e.getMessage());
        Clockwork.pause(DEAF);
      }
    }
  }
}
