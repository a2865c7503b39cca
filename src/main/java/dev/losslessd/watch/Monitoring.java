package dev.losslessd.watch;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.config.Config;
import dev.losslessd.inventory.Cabling;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.metrics.Facts;
import dev.losslessd.metrics.LatestCounters;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Health;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.TimeSource;
import dev.losslessd.poll.Activity;
import dev.losslessd.poll.SystemScheduler;
import dev.losslessd.topology.Links;
import dev.losslessd.transport.netlink.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything that reads: counters every second, settings every few and at each kernel event. */
public final class Monitoring implements Readings, AutoCloseable {
  private static final Duration READS = Duration.ofMillis(500);
  private static final Duration GLANCE = Duration.ofSeconds(1);
  private static final Duration FIRST_LOOK = Duration.ofSeconds(3);

  /** A host has hundreds of virtual links; they are not looked at each time settings are read. */
  private static final int ROUNDS_PER_DISCOVERY = 3;

  private final Inventory inventory;
  private final Host host;
  private final Supplier<Config> config;
  private final SwitchTurns turns;
  private final ExpectedPorts expectedPorts;
  private final SystemScheduler scheduler;
  private final TimeSource time;
  private final LatestCounters latestCounters = new LatestCounters();
  private final Activity activity;
  private final FindingSources<HealthEvaluator.Round> sources = new FindingSources<>();
  private final HealthEvaluator healthEvaluator;
  private final DriftRepairer repairer;
  private final LastSeen lastSeen;
  private final Moments moments = new Moments();
  private final UnreadSwitches unread;
  private final ServerNics servers;
  private final CounterPolling polling;
  private final SweepGuard guard;
  private final RunningFaults runningFaults;
  private final CoalescingTask look;
  private final ChangeTask<Cabling> cables;
  private final ChangesFound changesFound = new ChangesFound(new LongAdder(), new LongAdder());
  private final AtomicBoolean linksMoved = new AtomicBoolean();
  private final AtomicInteger rounds = new AtomicInteger(1); // NICs are discovered before the first
  private volatile boolean stopped;
  private @Nullable CommitEngine commitEngine;
  private volatile Runnable arrived = () -> {};

  /**
   * @param events is told of what comes, goes and changes
   */
  public Monitoring(
      Inventory inventory,
      Supplier<Config> config,
      SystemScheduler scheduler,
      TimeSource time,
      EventStream events) {
    this.time = time;
    this.inventory = inventory;
    this.host = inventory.host();
    this.activity = new Activity(host::connected);
    this.config = config;
    this.expectedPorts =
        new ExpectedPorts(host.id(), () -> config.get().nics().expect(), host::nics);
    this.servers = new ServerNics(inventory.switchRegistry().managedHosts());
    this.scheduler = scheduler;
    this.lastSeen = new LastSeen(inventory, config.get().poll(), time.clock());
    this.unread =
        new UnreadSwitches(inventory.switchRegistry(), lastSeen, ConcurrentHashMap.newKeySet());
    this.polling =
        new CounterPolling(inventory, config.get().poll(), time, scheduler.threads(), this::swept);
    this.guard =
        new SweepGuard(
            GuardSources.of(inventory, polling, config, this::seen, this::ask), time.nanos());
    Runnable soon = new CoalescingTask(scheduler::soon, this::judge)::ask;
    this.runningFaults = RunningFaults.of(config, guard::lossless, this::seen, host::users, soon);
    alsoFinds("devices", _ -> inventory.findings());
    alsoFinds("counters", _ -> polling.findings());
    alsoFinds("unread switches", _ -> unread.findings());
    alsoFinds("tasks", _ -> scheduler.supervisor().findings());
    alsoFinds("expected ports", _ -> expectedPorts.findings());
    alsoFinds("traffic", runningFaults::findings);
    Repairs repairs = new Repairs(kind -> config.get().repairs(kind), inventory::writes);
    RoundEvents changes = new RoundEvents(events::publish);
    this.healthEvaluator =
        new HealthEvaluator(inventory, sources, repairs, guard, changes, time.clock());
    this.repairer =
        new DriftRepairer(
            repairs, healthEvaluator, inventory, scheduler, time.clock(), new AtomicBoolean());
    this.look = new CoalescingTask(scheduler::soon, this::lookNow);
    this.cables = new ChangeTask<>(scheduler::soon, inventory::cabling, this::rewired);
    this.turns =
        new SwitchTurns(
            inventory.switchRegistry(),
            config,
            polling::isUnwired,
            unread::isUnread,
            leaf -> lookAt(leaf, true),
            this::lookNow);
    scheduler.alsoTurns(guard::stalled);
    scheduler.alsoTurns(polling::stalled);
  }

  /**
   * @param engine whose intent is watched
   * @param fileLayer what the policy wants; worked out when a NIC or a cable came or went
   */
  public void watch(CommitEngine engine, Supplier<SortedMap<Key, Setting>> fileLayer) {
    commitEngine = engine;
    arrived = new NewestResult<>(fileLayer, engine::declare);
    polling.alsoReads(() -> engine.intent().effective().keySet());
  }

  /** Adds a source of findings to report beside its own. */
  public void alsoFinds(String name, Function<Instant, Stream<Finding>> source) {
    sources.add(name, round -> source.apply(round.look().now()));
  }

  public void start(Kernel kernel) {
    follow();
    polling.start();
    scheduler.first("the first look at the NICs", FIRST_LOOK, this::lookNow);
    scheduler.every("reads that hang", READS, polling::check);
    scheduler.every("glance", GLANCE, this::glance);
    turns.follow(scheduler);
    inventory.ears().start(this::cabled);
    scheduler.keep(
        "kernel events",
        () -> !stopped,
        new KernelEvents(kernel, time, () -> stopped, this::happened)::listen);
  }

  /** Takes over the config in force now. Guards, faults, drift and what was read last stay. */
  public void follow(Config before) {
    Config now = config.get();
    servers.follow(inventory.switchRegistry().managedHosts());
    lastSeen.follow(now.poll());
    polling.follow(before.poll(), now.poll());
    turns.follow(scheduler);
    linksMoved.set(true); // the NICs that the config names may be others
    arrived.run();
    follow(); // the policy's ports may be others
    check();
  }

  public LatestCounters latestCounters() {
    return latestCounters;
  }

  public SweepGuard guard() {
    return guard;
  }

  public Set<PortId> busy() {
    return host.withMembers(activity.busy());
  }

  @Override
  public Optional<Observation> seen(Target target) {
    return lastSeen.of(target);
  }

  /** A commit has come to a new state: what it writes is read again at once, wherever it is. */
  public void onCommit(Commit commit) {
    List<Change> changes = commit.changes();
    moments.onCommit(() -> written(changes));
    healthEvaluator.ours(changes);
    check();
    Change.devices(changes).stream().filter(inventory.switchRegistry()::has).forEach(this::ask);
  }

  private void ask(DeviceId leaf) {
    scheduler.soon(() -> lookAt(leaf, false));
  }

  /** Marks what was observed before these changes as outdated. */
  public void written(List<Change> changes) {
    lastSeen.outdate(changes);
    runningFaults.written(changes, inventory.linkRegistry().links(), time.ticks());
  }

  /** Reads one switch now, and its neighbours if asked; one that hangs holds up no other. */
  public void lookAt(DeviceId leaf, boolean neighbours) {
    if (stopped || !inventory.switchRegistry().has(leaf)) {
      return;
    }
    boolean news = servers.hear(leaf, lastSeen.readSwitch(leaf));
    if (neighbours) {
      inventory.listen(leaf);
    }
    if (news) {
      rewired();
    } else if (neighbours) {
      cabled();
    } else {
      judge();
    }
    unread.tried(leaf);
  }

  /** Ports of servers that this agent sets, where PFC can be. */
  public Set<PortId> serverNics() {
    return servers.ports();
  }

  private void cabled() {
    if (!cables.look()) {
      follow(); // which ports have settings may be others now
      judge();
    }
  }

  private void rewired() {
    arrived.run();
    follow();
    judge();
  }

  UnreadSwitches unread() {
    return unread;
  }

  public DeviceReport devices() {
    return new DeviceReport.OfInventory(inventory, this::health, expectedPorts::count, unread::why);
  }

  public Judgement judgement() {
    return healthEvaluator;
  }

  @Override
  public CounterReadings counters() {
    return polling;
  }

  public List<Health> health() {
    return polling.health();
  }

  ExpectedPorts expectedPorts() {
    return expectedPorts;
  }

  public List<PortId> fastPorts() {
    return polling.fastPorts();
  }

  public Facts facts() {
    return new PageFacts(
            inventory, polling, lastSeen, healthEvaluator, expectedPorts, config, time.clock())
        .now();
  }

  public ChangesFound changesFound() {
    return changesFound;
  }

  void check() {
    look.ask();
  }

  @Override
  public void close() {
    stopped = true;
    polling.close();
  }

  private void lookNow() {
    if (stopped) {
      return;
    }
    if (linksMoved.getAndSet(false) || rounds.getAndIncrement() % ROUNDS_PER_DISCOVERY == 0) {
      discover();
    }
    lastSeen.readHost();
    judge();
  }

  /** Looks for changes without a notice, such as firmware or a driver's reset. */
  private void glance() {
    turns.glance(scheduler);
    if (!stopped && host.moved()) {
      changesFound.glances().increment();
      check();
    }
  }

  private void discover() {
    if (host.discover()) {
      arrived.run();
      follow();
    }
  }

  private void judge() {
    CommitEngine engine = commitEngine;
    if (engine != null) {
      polling.refresh();
      healthEvaluator.judge(engine, this::known);
      repairer.repair(engine, healthEvaluator.due());
    }
  }

  @Override
  public Moment moment() {
    CommitEngine engine = Objects.requireNonNull(commitEngine);
    return moments.take(engine::pending, lastSeen::outdated, lastSeen::all);
  }

  private HealthEvaluator.Look known() {
    List<InactivePorts.Port> ports = InactivePorts.told(inventory, polling.links());
    Links cables = inventory.linkRegistry().links();
    return new HealthEvaluator.Look(moment(), cables, health(), ports, time.clock().instant());
  }

  /** One at a time: of two lists the older one must not win. */
  private synchronized void follow() {
    polling.follow().forEach(latestCounters::forget);
  }

  private void swept(Sweep sweep) {
    latestCounters.accept(sweep);
    activity.accept(sweep);
    guard.accept(sweep);
    runningFaults.accept(sweep);
  }

  /** Looks again after an event, as every one means a change; some mean that NICs moved. */
  private void happened(Event event) {
    changesFound.notices().increment();
    switch (event) {
      case Event.DcbChanged dcb ->
          healthEvaluator.onDcbWrite(
              new PortId(host.id(), dcb.ifname()),
              host.writer(dcb.senderPort()),
              time.clock().instant());
      case Event.LinkChanged _, Event.Overrun _ -> linksMoved.set(true);
    }
    check();
  }
}
