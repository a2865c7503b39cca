package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.LazyDeviceSweeper;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.metrics.PollStats;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Health;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PollCost;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.TimeSource;
import dev.losslessd.poll.DevicePoll;
import dev.losslessd.poll.FastPoll;
import dev.losslessd.poll.FastPollScheduler;
import dev.losslessd.poll.FastRound;
import dev.losslessd.poll.NicPollScheduler;
import dev.losslessd.poll.SwitchPollScheduler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** All that reads counters: NIC ports on two clocks, switches by SNMP and by the command line. */
final class CounterPolling implements AutoCloseable {
  private final Inventory inventory;
  private final SwitchRegistry switches;
  private final TimeSource time;
  private final InstantSource clock;
  private final Consumer<Sweep> told;
  private final NicPollScheduler nics;
  private final Optional<FastPollScheduler> fast;
  private final SwitchPollScheduler counters;
  private final SwitchPollScheduler queues;

  /** Ports of switches as of the last look. */
  private Set<PortId> followed = Set.of();

  /**
   * @param told receives each sweep
   */
  CounterPolling(Inventory inventory, Config.Poll config, TimeSource time, Consumer<Sweep> told) {
    this.inventory = inventory;
    this.switches = inventory.switchRegistry();
    this.time = time;
    this.clock = time.clock();
    this.told = told;
    this.nics = new NicPollScheduler(config.nic(), inventory.host()::sweeper, time, told);
    this.fast =
        config
            .fast()
            .map(every ->
                new FastPollScheduler(
                    port -> fast(port, every),
                    () -> new FastRound(inventory.host().volley(), clock, time.nanos()),
                    time));
    this.counters = new SwitchPollScheduler(counterPolls(), time);
    this.queues = new SwitchPollScheduler(queuePolls(), time);
  }

  /** Counters to read are found by the names that the port's ordinary sweeps had. */
  private FastPoll fast(PortId port, Duration every) {
    return new FastPoll(
        port,
        every,
        () ->
            nics.latest(port)
                .flatMap(sweep -> inventory.host().fast(port, sweep.schema().counters(), every)));
  }

  /** The counters of each switch by SNMP, with its {@code poll.snmp}; a server needs none. */
  private List<DevicePoll> counterPolls() {
    List<DevicePoll> polls = new ArrayList<>();
    for (DeviceId device : switches.ids()) {
      Config.Switch config = switches.config(device);
      if (switches.hosts().contains(device) && config.snmp().isEmpty()) {
        continue; // the command line tells its counters
      }
      Duration period = config.snmpPeriod();
      polls.add(
          new DevicePoll(
              device,
              "",
              period,
              () -> switches.ports(device),
              new LazyDeviceSweeper(device, switches::sweeper, period.multipliedBy(4).dividedBy(5)),
              clock,
              time.nanos(),
              told));
    }
    return polls;
  }

  /** The slow counters of each switch with a command line, with its {@code poll.ssh}. */
  private List<DevicePoll> queuePolls() {
    List<DevicePoll> polls = new ArrayList<>();
    for (DeviceId device : switches.ids()) {
      if (switches.config(device).ssh().isPresent()) {
        polls.add(
            new DevicePoll(
                device,
                "queues",
                switches.config(device).sshPeriod(),
                () -> switches.ports(device),
                (ports, atMillis, tick) -> switches.sweepQueues(device, ports, atMillis, tick),
                clock,
                time.nanos(),
                told));
      }
    }
    return polls;
  }

  /** Starts reading switches; NICs begin when they are followed. */
  void start() {
    counters.start();
    fast.ifPresent(FastPollScheduler::start);
    queues.start();
  }

  /**
   * Reads the ports that are there now.
   *
   * @return ports of switches that left
   */
  List<PortId> follow() {
    List<PortId> here = inventory.host().nics().stream().map(Nic::port).toList();
    var _ = nics.follow(here);
    fast.ifPresent(all -> all.follow(here));
    Set<PortId> now = Set.copyOf(inventory.switchRegistry().ports());
    List<PortId> left = followed.stream().filter(port -> !now.contains(port)).toList();
    followed = now;
    return left;
  }

  /** Keeps a hanging port from holding up others; called about once a second. */
  void check() {
    nics.check();
  }

  /** Says in one sentence that a loop that reads counters has stalled; else empty. */
  Optional<String> stalled() {
    return nics.stalled().or(counters::stalled).or(queues::stalled);
  }

  /** Health of each port's main reader. */
  List<Health> health() {
    List<Health> health = new ArrayList<>(nics.health());
    health.addAll(counters.health(clock.instant()));
    return health;
  }

  /** Health of all readers, those of switch queues included. */
  List<Health> healthOfAll() {
    List<Health> health = health();
    health.addAll(queues.health(clock.instant()));
    return health;
  }

  /** Newest sweep of each port's main reader. */
  List<Sweep> latest() {
    List<Sweep> latest = new ArrayList<>(nics.latest());
    latest.addAll(counters.latest());
    return latest;
  }

  /** Rates of the ports whose reader reports one, megabits per second. */
  Map<PortId, Long> rates() {
    Map<PortId, Long> rates = new TreeMap<>(nics.rates());
    rates.putAll(counters.rates());
    return rates;
  }

  /** How often each NIC port is read. */
  List<PollRate> tempos() {
    List<PollRate> tempos = new ArrayList<>(nics.tempos());
    fast.ifPresent(all -> tempos.addAll(all.tempos()));
    return tempos;
  }

  /** The last minutes of a port on the fast clock; empty if it is not on it. */
  Optional<HighRateTrace> flight(PortId port) {
    return fast.flatMap(all -> all.flight(port));
  }

  /** Ports on the fast clock. */
  List<PortId> fastPorts() {
    return fast.map(FastPollScheduler::ports).orElse(List.of());
  }

  /** Last reported link state of a switch port; empty if it reports none. */
  Optional<LinkReading> link(PortId port) {
    return counters.link(port);
  }

  /** Cost and results of polling, for the metrics page. */
  PollStats pollStats() {
    List<PollCost> efforts = new ArrayList<>(counters.efforts());
    efforts.addAll(queues.efforts());
    return new PollStats(
        efforts, tempos(), fast.map(all -> all.bursts(clock.instant())).orElse(List.of()));
  }

  @Override
  public void close() {
    nics.close();
    counters.close();
    fast.ifPresent(FastPollScheduler::close);
    queues.close();
  }
}
