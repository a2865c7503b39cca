package dev.losslessd.fabric.switchbase;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FabricLock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The state of one switch that every system has: who is logged in, what is heard by LLDP, what was
 * ordered to go wrong, and the switch's clock. Everything but the names is used with the fabric's
 * lock held, see {@link #locked}.
 */
public abstract class SimulatedSwitch {
  /** The switch's clock at the start of the fabric: chance and date come in by hand here. */
  private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");

  private static final int MOST_LOG = 10_000;

  /**
   * A line that a session has sent, with its time in microseconds.
   *
   * @param micros when, since the start of the fabric
   * @param line with who and where before it
   */
  record Said(long micros, String line) {}

  private final SystemBanner systemBanner;
  private final String name;
  private final int index;
  private final FabricLock fabricLock;
  private final Pace pace;
  private final long startNanos;
  private final List<SwitchPort> ports;
  private final Faults faults;
  private final Map<Integer, Shell> sessions = new LinkedHashMap<>();
  private final List<Said> log = new ArrayList<>();

  /** When a request came to the agent, and when and as whom somebody logged in. */
  private final List<String> asked = new ArrayList<>();

  private final List<String> logins = new ArrayList<>();

  private final Requests requests = new Requests();

  /** LLDP neighbours that differ from the cable's, by port number; empty for a silent one. */
  private final Map<Integer, Optional<Neighbour>> voices = new TreeMap<>();

  private Duration ahead = Duration.ZERO;

  /** When it was started, by its own clock. */
  private long bootMicros;

  /** Number of times that it was started since the fabric was. */
  private int boots = 1;

  /** Number of times that the hardware was replaced. */
  private int replaced;

  /**
   * @param index in the fabric, from 0
   * @param faults with the kinds of lies that this system knows
   */
  protected SimulatedSwitch(
      SystemBanner systemBanner,
      String name,
      int index,
      FabricLock fabricLock,
      Pace pace,
      List<SwitchPort> ports,
      Faults faults) {
    this.systemBanner = systemBanner;
    this.name = name;
    this.index = index;
    this.fabricLock = fabricLock;
    this.pace = pace;
    this.startNanos = pace.nanos();
    this.ports = List.copyOf(ports);
    this.faults = faults;
  }

  /** Serial number, unique to this switch; it changes when the hardware is replaced. */
  public final String serial(String maker) {
    return "%s%03d%c".formatted(maker, replaced, 'A' + index);
  }

  /** Another box of the same kind takes its place, with the configuration of this one. */
  final void replace() {
    replaced++;
  }

  /** Objects that this switch's SNMP agent serves. */
  public abstract MibTree mibs();

  /** Whether a port's link is up, and not shut down. */
  public abstract boolean isUp(SwitchPort port);

  /** Restores the state of delivery: nothing configured, nothing saved. */
  public abstract void reset();

  /** Returns the running configuration as lines of text. */
  public abstract List<String> state();

  /** Link changes of its ports since the start, where this system records them; may be cleared. */
  protected List<String> links() {
    return new ArrayList<>();
  }

  /** Goes down and comes up; its counters and its uptime begin anew. */
  final void restart() {
    reboot();
    bootMicros = micros();
    boots++;
    ports.forEach(port -> port.traffic().boot());
  }

  /**
   * Loses all but what it keeps when it goes down.
   *
   * @throws IllegalArgumentException if this system cannot do that here
   */
  public void reboot() {
    throw new IllegalArgumentException(name + " cannot be rebooted here");
  }

  /**
   * Lines that someone else configures meanwhile; not heard by faults, not in the log.
   *
   * @return what the switch says against them; empty if it takes them
   */
  public abstract List<String> foreign(String lines);

  /** Opens a shell for a new login on this terminal line. */
  protected abstract Shell open(Account account, int line);

  /** Carries out what has fallen due by the switch's own clock; called before all else. */
  protected void settle() {}

  final SystemBanner systemBanner() {
    return systemBanner;
  }

  public final String name() {
    return name;
  }

  /** What a login that no ordered fault hinders is answered to lines, after some others. */
  protected static List<String> typed(CliShell other, List<String> before, String lines) {
    other.unhinder();
    return Stream.concat(before.stream(), apart(lines).stream())
        .flatMap(line -> other.run(line).stream())
        .toList();
  }

  /** Splits a text into its lines, which {@code " ; "} separates. */
  protected static List<String> apart(String lines) {
    return Stream.of(lines.split(" ; ", -1)).map(String::strip).toList();
  }

  /** Index of the switch in the fabric, from 0. */
  public final int index() {
    return index;
  }

  public final List<SwitchPort> ports() {
    return ports;
  }

  /** Neighbour that LLDP reports on a port; empty while its link is down. */
  public final Optional<Neighbour> neighbour(SwitchPort port) {
    return isUp(port)
        ? voices.getOrDefault(
            port.number(), Optional.of(port.neighbour()).filter(Neighbour::speaks))
        : Optional.empty();
  }

  /** Sets the neighbour that is heard on a port; empty for silence. */
  final void hear(SwitchPort port, Optional<Neighbour> voice) {
    voices.put(port.number(), voice);
  }

  /** Restores the neighbours that the cables have. */
  final void hearCables() {
    voices.clear();
  }

  final Pace pace() {
    return pace;
  }

  /** Does some work with the fabric's lock held, after what has fallen due. */
  public final <T> T locked(Supplier<T> work) {
    return fabricLock.lockedGet(() -> {
      settle();
      return work.get();
    });
  }

  public final Faults faults() {
    return faults;
  }

  /** Microseconds since the start of the fabric, by the switch's clock. */
  public final long micros() {
    return (pace.nanos() - startNanos) / 1000 + ahead.toNanos() / 1000;
  }

  /** Microseconds since the switch was started. */
  public final long uptimeMicros() {
    return micros() - bootMicros;
  }

  /** Number of times that the switch was started. */
  public final int boots() {
    return boots;
  }

  /** When the switch was started, by its own clock. */
  public final Instant booted() {
    return START.plus(bootMicros, ChronoUnit.MICROS);
  }

  /** Content of Linux's {@code boot_id}. */
  public final String bootId() {
    return "%08x-0000-4000-8000-%012x".formatted(index, boots);
  }

  public final Instant now() {
    return START.plus(micros(), ChronoUnit.MICROS);
  }

  /** The switch's clock goes ahead; timers that have run out by then have fallen due. */
  final void goAhead(Duration time) {
    ahead = ahead.plus(time);
  }

  /** Logs an account in on the lowest free terminal line. */
  final Shell login(Account account) {
    int line = 0;
    while (sessions.containsKey(line)) {
      line++;
    }
    Shell session = open(account, line);
    sessions.put(line, session);
    return session;
  }

  final void logout(Shell session) {
    sessions.remove(session.number(), session);
  }

  /** Shells of all users that are logged in. */
  public final List<Shell> sessions() {
    return List.copyOf(sessions.values());
  }

  final void log(String line) {
    add(log, new Said(micros(), line));
  }

  private static <T> void add(List<T> log, T line) {
    if (log.size() == MOST_LOG) {
      log.removeFirst();
    }
    log.add(line);
  }

  /**
   * Records a request to the SNMP agent.
   *
   * @param micros when, by this switch's clock
   */
  final void asked(long micros) {
    requests.pdu();
    locked(() -> {
      add(asked, Long.toString(micros));
      return true;
    });
  }

  /** Records a login by SSH; its commands are not recorded one by one. */
  final void admitted(String user) {
    requests.login();
    locked(() -> {
      add(logins, micros() + " " + user);
      return true;
    });
  }

  /** Times of the requests to the agent, in microseconds since the start of the fabric. */
  final List<String> pdus() {
    return asked;
  }

  /** Times and users of the logins by SSH, in microseconds since the start of the fabric. */
  final List<String> logins() {
    return logins;
  }

  /** What reached it since the start of the fabric; needs no lock. */
  final Requests requests() {
    return requests;
  }

  final List<Said> log() {
    return log;
  }
}
