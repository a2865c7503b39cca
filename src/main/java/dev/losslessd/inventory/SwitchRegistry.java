package dev.losslessd.inventory;

import dev.losslessd.config.Config;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.driver.LeftShut;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.Contact;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Target;
import dev.losslessd.model.TimeSource;
import dev.losslessd.transport.InputBudget;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** The switches of the config. Connects to none before it is asked for something. */
public final class SwitchRegistry {
  record Known(Config.Switch config, SwitchConnections ways, SharedSession<?> session) {}

  private final TimeSource time;
  private final SwitchStarts starts;
  private final ListenerLapses lapses;
  private final SnmpSocket snmp;
  private final String mark;
  private final WriteGate gate;
  private final InputLimits limits;
  private final InputBudget budget;
  private final SwitchMemory memory;
  private final CallTimes callTimes;

  /** Swapped as a whole; nobody changes it. */
  private volatile Map<DeviceId, Known> known = Map.of();

  /** Those that the last config has no more, for who asks about one that was there just now. */
  private volatile Map<DeviceId, Known> gone = Map.of();

  private volatile LongSupplier revision = () -> 0;
  private volatile Consumer<LeftShut> leftShut = _ -> {};
  private final Map<DeviceId, String> unsaved = new ConcurrentHashMap<>();

  /**
   * @param agent the host of this daemon, whose name is on what it leaves on a switch
   * @param jumps hosts that the switches name in {@code via.jump}
   * @param gate asked before each line that writes
   * @param limits of what they send
   * @param memory of each device
   * @param callTimes told how long requests and commands take
   */
  public SwitchRegistry(
      DeviceId agent,
      List<Config.Switch> configs,
      List<Config.Jump> jumps,
      WriteGate gate,
      InputLimits limits,
      SwitchMemory memory,
      TimeSource time,
      CallTimes callTimes) {
    this.time = time;
    this.starts = new SwitchStarts(time.clock(), memory);
    this.lapses = new ListenerLapses(time.nanos());
    this.snmp = new SnmpSocket(lapses::tell);
    this.mark = AgentMark.of(agent);
    this.gate = gate;
    this.limits = limits;
    this.memory = memory;
    this.callTimes = callTimes;
    this.budget = new InputBudget(limits.total());
    var _ = follow(configs, jumps);
  }

  /**
   * Takes over the switches of another config. One that is reached as before keeps its session and
   * all that is known of it.
   *
   * @return sessions that are to be closed, by what is closed; each may hang
   */
  public synchronized Map<String, AutoCloseable> follow(
      List<Config.Switch> configs, List<Config.Jump> jumps) {
    Map<DeviceId, Known> before = known;
    Map<DeviceId, Known> after = new TreeMap<>();
    Map<String, AutoCloseable> closing = new HashMap<>();
    for (Config.Switch config : configs) {
      DeviceId device = new DeviceId(config.name());
      Known old = before.get(device);
      Known one =
          old != null && old.ways().reaches(config, jumps)
              ? new Known(config, old.ways(), old.session())
              : open(device, config, jumps);
      after.put(device, one);
    }
    Map<DeviceId, Known> left = new HashMap<>();
    before.forEach((device, old) -> {
      Known one = after.get(device);
      if (one == null) {
        left.put(device, old);
        memory.of(SwitchMemory.NEIGHBOURS, device).keep().accept("");
      }
      if (one == null || !one.session().equals(old.session())) {
        closing.put("the former session of " + device, old.session());
      }
    });
    gone = left;
    known = after;
    unsaved.keySet().retainAll(after.keySet());
    return closing;
  }

  private Known open(DeviceId device, Config.Switch config, List<Config.Jump> jumps) {
    var ways =
        new SwitchConnections(
            config, jumps, limits, budget, time, () -> knownPorts(device), callTimes);
    ways.requireNeighbours();
    return new Known(
        config,
        ways,
        new SharedSession<>(
            device,
            Drivers.of(config.os()).system(access(config, ways)),
            ways.account(),
            config.manage(),
            new NeighbourCache(
                time.nanos(),
                limits.lldp(),
                new NeighbourNotes(memory.of(SwitchMemory.NEIGHBOURS, device))),
            left -> leftShut.accept(left)));
  }

  /** Sets the source of the revision in force, for names of objects left on a switch. */
  public void revisionFrom(LongSupplier told) {
    revision = told;
  }

  /** Sets the receiver of ports that an interrupted write left shut. */
  public void leftShutTo(Consumer<LeftShut> told) {
    leftShut = told;
  }

  private int knownPorts(DeviceId device) {
    return has(device) ? ports(device).size() : 0;
  }

  private SwitchAccess access(Config.Switch config, SwitchConnections ways) {
    DeviceId device = new DeviceId(config.name());
    WriteGate own = config.manage() ? gate : new UnmanagedSwitch(config.name());
    return new SwitchAccess(
        device,
        () -> ways.connect(own),
        ways.snmp(snmp),
        config.manage() ? ways.snmpWriter(snmp, own) : Optional.empty(),
        time.nanos(),
        mark,
        memory.of(SwitchMemory.DRIVER, device),
        () -> revision.getAsLong());
  }

  public Set<DeviceId> ids() {
    return Collections.unmodifiableSet(known.keySet());
  }

  /** Whether the same session is used for a switch as one asked for before. */
  public boolean isReached(DeviceId device, Session by) {
    Known one = known.get(device);
    return one != null && one.session().equals(by);
  }

  /** Labels of those that have any in the config. */
  public SortedMap<DeviceId, Map<String, String>> labels() {
    SortedMap<DeviceId, Map<String, String>> all = new TreeMap<>();
    known.forEach((device, one) -> all.put(device, one.config().labels()));
    all.values().removeIf(Map::isEmpty);
    return all;
  }

  public Set<DeviceId> hosts() {
    return known.entrySet().stream()
        .filter(one -> one.getValue().config().os().isServer())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Servers that this agent sets. */
  public Set<DeviceId> managedHosts() {
    return hosts().stream()
        .filter(host -> config(host).manage())
        .collect(Collectors.toUnmodifiableSet());
  }

  public boolean has(DeviceId device) {
    return known.containsKey(device);
  }

  /** A switch of the config in force; empty for any other device. */
  Optional<Known> find(DeviceId device) {
    return Optional.ofNullable(known.get(device));
  }

  public Session session(DeviceId device) {
    return known(device).session();
  }

  List<Target> targets() {
    List<Target> all = new ArrayList<>();
    known.values().forEach(one -> all.addAll(one.session().known().targets()));
    return all;
  }

  void listen(DeviceId device) {
    known(device).session().listen();
    known(device).session().lookForOthers();
    known(device).session().identify();
    if (known(device).config().os().isServer()) {
      known(device).session().inspect();
    }
  }

  Identities identities() {
    TreeMap<Target, Identity> all = new TreeMap<>();
    known.forEach(
        (device, one) -> all.put(new Target.Device(device), one.session().knownIdentity()));
    return new Identities(all);
  }

  /** NICs of every server in its last answer; asks no device. */
  public List<Nic> serverNics() {
    return known.values().stream().flatMap(one -> one.session().knownNics().stream()).toList();
  }

  public Config.Switch config(DeviceId device) {
    return known(device).config();
  }

  private Known known(DeviceId device) {
    Known one = known.get(device);
    one = one == null ? gone.get(device) : one;
    if (one == null) {
      throw DeviceException.gone("no device '" + device + "' here");
    }
    return one;
  }

  /** Neighbours of each switch in its last answers. */
  List<NeighbourCache> neighbours() {
    return known.values().stream().map(one -> one.session().neighbourCache()).toList();
  }

  /** Hosts whose agents left marks on a switch that this agent does not set, as last read. */
  public List<String> writers(DeviceId device) {
    return known(device).session().writers();
  }

  /** A switch as the policy sees it, in its last answers; asks no device. */
  PolicyPorts.Leaf leaf(DeviceId device) {
    Known one = known(device);
    return new PolicyPorts.Leaf(
        device,
        one.config().ports(),
        one.session().known().ports(),
        one.session().known().members().keySet(),
        one.session().neighbourCache().neighbours());
  }

  /**
   * Ports of this fabric at a switch: those that the config names, else those that LLDP has found;
   * all of a server.
   */
  public List<PortId> ports(DeviceId device) {
    Known one = known(device);
    if (!one.config().ports().isEmpty()) {
      return one.config().ports().stream().map(name -> new PortId(device, name)).toList();
    }
    return one.config().os().isServer()
        ? List.copyOf(one.session().known().ports())
        : one.session().neighbourCache().ports();
  }

  /** Ports that a switch itself named last; none before it was read. */
  public Set<PortId> present(DeviceId device) {
    return known(device).session().known().ports();
  }

  /** Reader of a port's counters; it opens no connection before it reads. */
  public Sweeper sweeper(PortId port) {
    return known(port.device()).session().sweeper(port);
  }

  /** Reader of the queue counters of ports over the switch's command line. */
  public DeviceSweeper queues(DeviceId device) {
    return known(device).session().queues();
  }

  /** When the switch last answered, by protocol; see {@link SwitchConnections#contacts}. */
  public List<Contact> contacts(DeviceId device) {
    return known(device).ways().contacts();
  }

  /** Whether a confirmed change shall survive a reboot of this switch. */
  public boolean saves(DeviceId device) {
    return has(device) && config(device).save();
  }

  public void saved(DeviceId device) {
    unsaved.remove(device);
  }

  /** Findings about connections to the switches, their secrets and unsaved changes. */
  List<Finding> findings() {
    List<Finding> all = new ArrayList<>();
    unsaved.forEach((device, why) -> all.add(WayFindings.notSaved(device, why)));
    known.forEach((device, one) -> {
      all.addAll(WayFindings.of(device, one.ways()));
      all.addAll(one.session().findings());
    });
    lapses.last().map(WayFindings::lapse).ifPresent(all::add);
    return all;
  }

  /** As {@link SwitchConnections#troubles}; the first of them. */
  public Optional<String> trouble(DeviceId device) {
    return has(device) ? known(device).ways().troubles().stream().findFirst() : Optional.empty();
  }

  SortedMap<DeviceId, SwitchLogin> logins() {
    SortedMap<DeviceId, SwitchLogin> all = new TreeMap<>();
    known.forEach((device, one) -> all.put(device, one.ways().login()));
    return all;
  }

  /** What became of the logins to a switch by SSH. */
  public LoginState login(DeviceId device) {
    return known(device).ways().login().state();
  }

  /** Starts of the switches that this agent sets. */
  public SwitchStarts starts() {
    return starts;
  }

  /** How slow or lossy SNMP is; see {@link dev.losslessd.transport.snmp.SnmpClient#slowness}. */
  public Optional<String> slowness(DeviceId device) {
    return has(device) ? known(device).ways().slowness() : Optional.empty();
  }

  public void notSaved(DeviceId device, String why) {
    unsaved.put(device, why);
  }

  /** Steps that close the connections, by what is closed; a dead network holds up its own only. */
  public Map<String, AutoCloseable> closers() {
    Map<String, AutoCloseable> steps = new HashMap<>();
    known.forEach((device, one) -> steps.put("the session of " + device, one.session()));
    steps.put("SNMP", snmp);
    return steps;
  }
}
