package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.driver.Session;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.LazyDeviceSweeper;
import dev.losslessd.inventory.PolledPorts;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.metrics.PollStats;
import dev.losslessd.model.Burst;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Health;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.Key;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PollCost;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.TimeSource;
import dev.losslessd.poll.DevicePoll;
import dev.losslessd.poll.DeviceSchedule;
import dev.losslessd.poll.FastPoll;
import dev.losslessd.poll.FastPortSchedule;
import dev.losslessd.poll.FastRound;
import dev.losslessd.poll.PollScheduler;
import dev.losslessd.poll.PortPoll;
import dev.losslessd.poll.PortSchedule;
import dev.losslessd.poll.SlowReaderReport;
import dev.losslessd.poll.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that reads counters: NIC ports on two clocks, switches by SNMP and by the command line. */
final class CounterPolling implements CounterReadings, AutoCloseable {
  /** Between two looks of a loop that has nothing else to do. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Inventory inventory;
  private final SwitchRegistry switches;
  private final PolledPorts ports;
  private final TimeSource time;
  private final Consumer<Sweep> told;
  private final PollScheduler<PortId, PortSchedule> nics;
  private final PollScheduler<String, DeviceSchedule> devicePolls;
  private final Threads threads;
  private volatile Duration nicPeriod;
  private volatile Optional<PollScheduler<PortId, FastPortSchedule>> fast;
  private volatile SwitchPolls switchPolls;

  /** Ports of switches as of the last look. */
  private Set<PortId> followed = Set.of();

  /**
   * @param told receives each sweep
   */
  CounterPolling(
      Inventory inventory,
      Config.Poll config,
      TimeSource time,
      Threads threads,
      Consumer<Sweep> told) {
    this.inventory = inventory;
    this.switches = inventory.switchRegistry();
    this.ports = new PolledPorts(inventory, config);
    this.time = time;
    this.told = told;
    this.threads = threads;
    this.nicPeriod = config.nic();
    this.nics =
        new PollScheduler<>(
            new PollScheduler.Loop("NICs", config.nic()),
            port -> full(port, nicPeriod),
            () -> PollScheduler.Round.each(one -> one.poll().run()),
            time,
            threads.platform());
    this.fast = config.fast().map(this::fastPolls);
    this.switchPolls = switchPolls(SwitchPolls.NONE);
    this.devicePolls = DeviceSchedule.scheduler(() -> switchPolls.all(), time, threads);
  }

  private PollScheduler<PortId, FastPortSchedule> fastPolls(Duration every) {
    return new PollScheduler<>(
        new PollScheduler.Loop("fast", LOOK),
        port -> new FastPortSchedule(fast(port, every), time.nanos()),
        () -> new FastRound(inventory.host().volley(), time),
        time,
        threads.platform());
  }

  private PortSchedule full(PortId port, Duration every) {
    PortPoll poll = new PortPoll(port, every, () -> inventory.host().sweeper(port), time, told);
    return new PortSchedule(poll, every, time.ticks());
  }

  /** Counters to read are found by the names that the port's ordinary sweeps had. */
  private FastPoll fast(PortId port, Duration every) {
    return new FastPoll(
        port,
        every,
        () ->
            nics.of(port)
                .flatMap(one -> one.poll().latest())
                .flatMap(sweep -> inventory.host().fast(port, sweep.schema().counters(), every)));
  }

  /** What reads switches, each with the session by which it is reached. */
  private record SwitchPolls(
      Map<String, Session> ways, List<DevicePoll> counters, List<DevicePoll> queues) {
    static final SwitchPolls NONE = new SwitchPolls(Map.of(), List.of(), List.of());

    List<DevicePoll> all() {
      return Stream.concat(counters.stream(), queues.stream()).toList();
    }
  }

  /** Those of the config that is in force now; what is reached as before keeps its own. */
  private SwitchPolls switchPolls(SwitchPolls before) {
    Map<String, DevicePoll> known = new HashMap<>();
    before.all().forEach(poll -> known.put(poll.key(), poll));
    Map<String, Session> ways = new HashMap<>();
    List<DevicePoll> slow = new ArrayList<>();
    List<DevicePoll> quick = new ArrayList<>();
    for (DeviceId device : switches.ids()) {
      Config.Switch config = switches.config(device);
      Session way = switches.session(device);
      if (config.snmp().isPresent() || !switches.hosts().contains(device)) {
        Duration period = config.poll().snmp();
        Duration share = DevicePoll.share(period);
        DevicePoll made =
            poll(device, "", period, new LazyDeviceSweeper(device, switches::sweeper, share));
        quick.add(kept(made, before, known, way));
        ways.put(made.key(), way);
      } // else the command line tells its counters
      if (config.ssh().isPresent()) {
        DevicePoll made = poll(device, "queues", config.poll().ssh(), switches.queues(device));
        slow.add(kept(made, before, known, way));
        ways.put(made.key(), way);
      }
    }
    return new SwitchPolls(ways, quick, slow);
  }

  private static DevicePoll kept(
      DevicePoll made, SwitchPolls before, Map<String, DevicePoll> known, Session way) {
    DevicePoll old = known.get(made.key());
    if (old == null || !way.equals(before.ways().get(made.key()))) {
      return made;
    }
    if (!old.period().equals(made.period())) {
      old.period(made.period());
    }
    return old;
  }

  /**
   * The counters of a switch with its {@code poll.snmp}, or the slow ones with its {@code
   * poll.ssh}.
   */
  private DevicePoll poll(DeviceId device, String source, Duration period, DeviceSweeper reader) {
    return new DevicePoll(device, source, period, () -> ports.of(device), reader, time, told);
  }

  /** Takes over another config, whose switches the registry has already. */
  synchronized void follow(Config.Poll before, Config.Poll now) {
    ports.follow(now);
    if (!before.nic().equals(now.nic())) {
      nics.period(now.nic(), one -> one.period(now.nic()));
      nicPeriod = now.nic();
    }
    if (!before.fast().equals(now.fast())) {
      fast.ifPresent(PollScheduler::close);
      fast = now.fast().map(this::fastPolls);
    }
    SwitchPolls old = switchPolls;
    SwitchPolls next = switchPolls(old);
    switchPolls = next;
    List<DevicePoll> same = next.all().stream().filter(old.all()::contains).toList();
    var _ = devicePolls.follow(DeviceSchedule.keys(same)); // of those that are made anew, the old
    start();
  }

  /** Sets the source of ports of switches that have intended settings: they are read too. */
  void alsoReads(Supplier<Collection<Key>> wanted) {
    ports.alsoReads(
        () -> Target.ports(wanted.get().stream().map(Key::target)).collect(Collectors.toSet()));
  }

  /** Takes over which ports of switches have a cable or an intended setting now. */
  void refresh() {
    ports.refresh();
  }

  /** Starts reading switches; NICs begin when they are followed. */
  void start() {
    var _ = devicePolls.follow(DeviceSchedule.keys(switchPolls.all()));
  }

  /**
   * Reads the ports that are there now.
   *
   * @return ports of switches that left
   */
  synchronized List<PortId> follow() {
    List<PortId> here = inventory.host().nics().stream().map(Nic::port).toList();
    var _ = nics.follow(here);
    fast.ifPresent(all -> all.follow(here));
    ports.refresh();
    Set<PortId> now = ports.all().collect(Collectors.toUnmodifiableSet());
    List<PortId> left = followed.stream().filter(port -> !now.contains(port)).toList();
    followed = now;
    return left;
  }

  /** Keeps a hanging port from holding up others; called about twice a second. */
  void check() {
    nics.check();
    fast.ifPresent(PollScheduler::check);
  }

  /** Says in one sentence that a loop that reads counters has stalled; else empty. */
  Optional<String> stalled() {
    return nics.stalled().or(devicePolls::stalled);
  }

  /** Whether the series of a target are for this agent to tell, not for another of the switch. */
  boolean isTold(Target target) {
    return !(target instanceof Target.Port port) || ports.isTold(port.id());
  }

  /** Tells of slow readers, and where no counters of switches are read, though there are any. */
  Stream<Finding> findings() {
    return Stream.concat(
        SlowReaderReport.findings(tempos()), ports.unwired().map(this::unwired).stream());
  }

  /** Where a switch is not reached, that comes before its LLDP. */
  private Finding unwired(String why) {
    Finding plain = FindingRule.UNWIRED.at(inventory.host().id().name(), why);
    return switches.ids().stream()
        .flatMap(device -> switches.login(device).failure().stream())
        .findFirst()
        .map(cause ->
            plain
                .saying(cause + "; " + why)
                .advising("fix that connection first; if it works, " + plain.advice()))
        .orElse(plain);
  }

  /** Health of each port's main reader. */
  List<Health> health() {
    List<Health> health = new ArrayList<>();
    nics.all().forEach(one -> health.add(one.poll().health(time.clock().instant())));
    switchPolls.counters().forEach(poll -> health.addAll(poll.health(time.clock().instant())));
    return health;
  }

  /** Health of all readers, those of switch queues included. */
  List<Health> healthOfAll() {
    List<Health> health = health();
    switchPolls.queues().forEach(poll -> health.addAll(poll.health(time.clock().instant())));
    return health;
  }

  @Override
  public List<Sweep> latest() {
    List<Sweep> latest = new ArrayList<>();
    nics.all().forEach(one -> one.poll().latest().ifPresent(latest::add));
    switchPolls.all().forEach(poll -> latest.addAll(poll.latest()));
    return latest;
  }

  @Override
  public Map<PortId, Long> rates() {
    Map<PortId, Long> rates = new TreeMap<>();
    nics.all()
        .map(PortSchedule::poll)
        .forEach(poll -> poll.rateMbps().ifPresent(mbps -> rates.put(poll.port(), mbps)));
    switchPolls.counters().forEach(poll -> rates.putAll(poll.rates()));
    return rates;
  }

  /** Whether there are switches and none of their counters are read. */
  boolean isUnwired() {
    return ports.unwired().isPresent();
  }

  @Override
  public Map<PortId, LinkReading> links() {
    Map<PortId, LinkReading> links = new TreeMap<>();
    switchPolls.counters().forEach(poll -> links.putAll(poll.links()));
    return links;
  }

  /** How often each NIC port is read. */
  List<PollRate> tempos() {
    List<PollRate> tempos = new ArrayList<>();
    nics.all().forEach(one -> tempos.add(one.poll().pollRate()));
    fast.ifPresent(all -> all.all().forEach(one -> tempos.add(one.poll().pollRate())));
    return tempos;
  }

  @Override
  public Optional<PollRate> pollRate(PortId port) {
    return nics.of(port).map(one -> one.poll().pollRate());
  }

  @Override
  public Optional<HighRateTrace> flight(PortId port) {
    return fast.flatMap(all -> all.of(port)).map(one -> one.poll().trace());
  }

  /** Ports on the fast clock. */
  List<PortId> fastPorts() {
    return fast.map(PollScheduler::targets).orElse(List.of());
  }

  /** Last reported link state of a switch port; empty if it reports none. */
  Optional<LinkReading> link(PortId port) {
    return switchPolls.counters().stream()
        .filter(poll -> poll.device().equals(port.device()))
        .findFirst()
        .flatMap(poll -> poll.link(port));
  }

  /** Cost and results of polling, for the metrics page. */
  PollStats pollStats() {
    List<PollCost> efforts = switchPolls.all().stream().map(DevicePoll::pollCost).toList();
    List<Burst> bursts = new ArrayList<>();
    fast.ifPresent(
        all -> all.all().forEach(one -> bursts.addAll(one.poll().bursts(time.clock().instant()))));
    return new PollStats(efforts, tempos(), bursts);
  }

  @Override
  public void close() {
    nics.close();
    fast.ifPresent(PollScheduler::close);
    devicePolls.close();
  }
}
