package dev.losslessd.app;

import dev.losslessd.commit.Transactions;
import dev.losslessd.config.Config;
import dev.losslessd.metrics.Board;
import dev.losslessd.metrics.Facts;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Health;
import dev.losslessd.model.Observation;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.poll.Activity;
import dev.losslessd.poll.Observations;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.netlink.Event;
import dev.losslessd.transport.netlink.EventSource;
import dev.losslessd.watch.Drift;
import dev.losslessd.watch.FindingBoard;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private final Activity activity;
  private final FindingBoard findings = new FindingBoard();
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
    this.activity = new Activity(host::connected);
    this.settingsPeriod = config.poll().settings();
    this.switchPeriod = site.switches().settingsPeriod();
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
    sweeps.follow(ports());
    lookNow();
    clockwork.every(settingsPeriod, this::lookNow);
    if (!site.switches().ids().isEmpty()) {
      clockwork.soon(this::lookAtSwitches);
      clockwork.every(switchPeriod, this::lookAtSwitches);
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

  List<Finding> findings() {
    return findings.open();
  }

  List<Health> health() {
    return sweeps.health();
  }

  List<Sweep> latest() {
    return sweeps.latest();
  }

  Facts facts() {
    return new Facts(
        clock.instant(), host.nics(), sweeps.health(), seen().values(), findings.open());
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
      sweeps.follow(ports());
      arrived.run();
    }
  }

  private void judge() {
    Transactions engine = transactions;
    if (engine == null) {
      return;
    }
    Instant now = clock.instant();
    List<Finding> round = new ArrayList<>();
    Drift.between(engine.intent(), seen(), held(engine))
        .forEach(difference -> round.add(Drift.finding(difference, now)));
    sweeps.health().stream()
        .filter(health -> !health.up())
        .map(health -> down(health, now))
        .forEach(round::add);
    stuck(engine).map(Watcher::stuck).forEach(round::add);
    host.lldpad().map(why -> twoSources(host.id(), why, now)).ifPresent(round::add);
    findings.replace(round);
  }

  /** Until a later commit on one of its targets came to an end: somebody took care of it. */
  private static Stream<Commit.Stuck> stuck(Transactions engine) {
    Set<Target> cared = new HashSet<>();
    List<Commit.Stuck> open = new ArrayList<>();
    for (Commit commit : engine.commits()) {
      if (commit instanceof Commit.Stuck stuck
          && stuck.left().stream().noneMatch(change -> cared.contains(change.target()))) {
        open.add(stuck);
      }
      if (commit instanceof Commit.Confirmed || commit instanceof Commit.RolledBack) {
        commit.run().plan().changes().forEach(change -> cared.add(change.target()));
      }
    }
    return open.stream();
  }

  private static Finding down(Health health, Instant now) {
    return new Finding(
        "unreadable",
        Finding.Severity.WARNING,
        health.port().toString(),
        "counters cannot be read: " + health.reason(),
        "look at the kernel log for this NIC",
        now);
  }

  private static Finding twoSources(DeviceId host, String why, Instant now) {
    return new Finding(
        "two-dcb-sources",
        Finding.Severity.WARNING,
        host.name(),
        why,
        "let one decide: 'systemctl disable --now lldpad.socket lldpad.service', or leave DCB to it",
        now);
  }

  private static Finding stuck(Commit.Stuck stuck) {
    return new Finding(
        "stuck",
        Finding.Severity.CRITICAL,
        stuck.id(),
        stuck.why(),
        "run the steps that 'losslessd commits' lists as left",
        stuck.at());
  }

  private static Set<Target> held(Transactions engine) {
    return engine.commits().stream()
        .filter(Commit::open)
        .flatMap(commit -> commit.run().plan().changes().stream())
        .map(change -> change.target())
        .collect(Collectors.toSet());
  }

  private List<PortId> ports() {
    return site.ports();
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
