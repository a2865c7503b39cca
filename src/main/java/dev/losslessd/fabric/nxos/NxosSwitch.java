package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.World;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The state of one Nexus 9000: what it runs, what it keeps, who is logged in, and what was ordered
 * to go wrong. What has to be done with the fabric's lock held says so.
 */
final class NxosSwitch {
  static final String VERSION = "10.3(4a)";
  static final String MODEL = "C9332D-GX2B";

  /** The switch's clock at the start of the fabric: chance and date come in by hand here. */
  private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");

  private static final int MOST_LOG = 10_000;

  private final String name;
  private final int index;
  private final World world;
  private final Pace pace;
  private final long startNanos;
  private final List<SwitchPort> ports;
  private final Faults faults = new Faults();
  private final Map<String, Checkpoint> checkpoints = new TreeMap<>();
  private final Map<Integer, CliSession> sessions = new LinkedHashMap<>();
  private final List<String> log = new ArrayList<>();

  /** Ports whose neighbour says something else by LLDP than the cable has; or nothing. */
  private final Map<Integer, Optional<Neighbour>> voices = new TreeMap<>();

  private Block running;
  private Block startup;
  private Instant changed = START;

  NxosSwitch(String name, int index, World world, Pace pace, List<SwitchPort> ports) {
    this.name = name;
    this.index = index;
    this.world = world;
    this.pace = pace;
    this.startNanos = pace.nanos();
    this.ports = List.copyOf(ports);
    this.running = factory(name, ports);
    this.startup = running.copy();
  }

  /** Nothing configured, nothing kept. */
  void reset() {
    running = factory(name, ports);
    startup = running.copy();
    checkpoints.clear();
    changed();
  }

  private static Block factory(String name, List<SwitchPort> ports) {
    Block root = Block.root();
    root.set(Keys.HOSTNAME, "hostname " + name);
    root.set("02 feature lldp", "feature lldp");
    for (SwitchPort port : ports) {
      Block block = root.open(port.key(), "interface " + port.name());
      block.set(Keys.DESCRIPTION, "description " + port.neighbour().host());
      block.set(Keys.SHUTDOWN, "no shutdown");
    }
    return root;
  }

  String name() {
    return name;
  }

  /** In the fabric, from 0. */
  int index() {
    return index;
  }

  List<SwitchPort> ports() {
    return ports;
  }

  /** What is heard by LLDP on a port; nothing while its link is down. */
  Optional<Neighbour> heard(SwitchPort port) {
    return isUp(port)
        ? voices.getOrDefault(port.number(), Optional.of(port.neighbour()))
        : Optional.empty();
  }

  /** From now on this is said on a port. */
  void hear(SwitchPort port, Optional<Neighbour> voice) {
    voices.put(port.number(), voice);
  }

  /** Neighbours say again what the cables have. */
  void hearCables() {
    voices.clear();
  }

  Pace pace() {
    return pace;
  }

  <T> T locked(Supplier<T> work) {
    return world.lockedGet(work);
  }

  Faults faults() {
    return faults;
  }

  long micros() {
    return (pace.nanos() - startNanos) / 1000;
  }

  Instant now() {
    return START.plus(micros(), ChronoUnit.MICROS);
  }

  Instant lastChange() {
    return changed;
  }

  void changed() {
    changed = now();
  }

  Block running() {
    return running;
  }

  void running(Block config) {
    running = config;
  }

  Block startup() {
    return startup;
  }

  void save() {
    startup = running.copy();
  }

  Map<String, Checkpoint> checkpoints() {
    return checkpoints;
  }

  Checkpoint checkpoint(String by) {
    return new Checkpoint(by, now(), running.copy());
  }

  // unverified: the wording differs between releases, that it is an error does not
  void requireUnlocked() throws Refused {
    if (faults.locked()) {
      throw new Refused(
          "% Failed to acquire configuration lock: held by another session (pts/9, admin)");
    }
  }

  Block portConfig(SwitchPort port) {
    return Objects.requireNonNull(running.block(port.key()));
  }

  boolean isUp(SwitchPort port) {
    return port.traffic().up() && !"shutdown".equals(portConfig(port).line(Keys.SHUTDOWN));
  }

  /** The number of its line: the lowest that is free. */
  CliSession login(Account account) {
    int line = 0;
    while (sessions.containsKey(line)) {
      line++;
    }
    CliSession session = new CliSession(this, account, line);
    sessions.put(line, session);
    return session;
  }

  void logout(CliSession session) {
    sessions.remove(session.number(), session);
  }

  List<CliSession> sessions() {
    return List.copyOf(sessions.values());
  }

  void log(String line) {
    if (log.size() == MOST_LOG) {
      log.removeFirst();
    }
    log.add(line);
  }

  List<String> log() {
    return log;
  }

  /** Lines that someone else configures meanwhile; not heard by faults, not in the log. */
  List<String> foreign(String lines) {
    CliSession other = new CliSession(this, Account.ALL.getFirst(), -1).unhindered();
    other.run("configure terminal");
    return other.run(lines);
  }
}
