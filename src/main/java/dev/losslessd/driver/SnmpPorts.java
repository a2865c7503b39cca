package dev.losslessd.driver;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.CellPlan;
import dev.losslessd.transport.snmp.CellValues;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpCounts;
import dev.losslessd.transport.snmp.SnmpValue;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Counters of many ports of one switch, read together, with what the agent says of itself. The
 * names of the ports are walked again only where that says that they may have changed. An agent
 * that does not tell of that is asked for the names of our ports in each sweep. What an agent does
 * not serve is reported as missing and asked for again only after ten minutes.
 */
final class SnmpPorts implements DeviceSweeper {
  /** ifOperStatus (IF-MIB): the link as it is, not as it is configured. */
  static final Oid IF_OPER_STATUS = Oid.of("1.3.6.1.2.1.2.2.1.8");

  /** ifAdminStatus (IF-MIB): 2 is down. */
  private static final Oid IF_ADMIN_STATUS = Oid.of("1.3.6.1.2.1.2.2.1.7");

  private static final int ADMIN_DOWN = 2;

  /** Gauge of megabits per second; 0 where the agent does not know (IF-MIB). */
  private static final Oid IF_HIGH_SPEED = Oid.of("1.3.6.1.2.1.31.1.1.1.15");

  private static final long LEARN_AGAIN_NANOS = 600_000_000_000L;

  /** Pause before an agent that does not name all wanted ports is asked again. */
  private static final long LOOK_AGAIN_NANOS = 60_000_000_000L;

  /** Rates change when somebody changes an optic, which takes the link down. */
  private static final long RATES_NANOS = 60_000_000_000L;

  private final Target.Device device;
  private final SnmpClient snmp;
  private final SnmpColumns columns;
  private final UnaryOperator<String> whole;
  private volatile Duration within;
  private SnmpNames names = new SnmpNames();
  private Set<PortId> wanted = Set.of();
  private @Nullable SnmpStanding standing;
  private @Nullable SnmpCells cells;
  private long learnedAt;
  private @Nullable Map<PortId, Long> rated;
  private long ratedAt;
  private Set<PortId> ratedDown = Set.of();
  private Set<PortId> shut = Set.of();
  private volatile Map<PortId, Long> rates = Map.of();

  /** Whether the last sweep failed: the next one begins with one short question. */
  private boolean silent;

  private volatile Map<PortId, LinkReading> links = Map.of();
  private volatile Map<PortId, String> leftOut = Map.of();
  private final AtomicLong restarts = new AtomicLong();

  /**
   * @param whole a port's name as the configuration has it, from the agent's
   * @param within about so long a sweep may take; ports not wholly read then are left out
   */
  SnmpPorts(
      DeviceId device,
      SnmpClient snmp,
      SnmpColumns columns,
      UnaryOperator<String> whole,
      Duration within) {
    this.device = new Target.Device(device);
    this.snmp = snmp;
    this.columns = columns;
    this.whole = whole;
    this.within = within;
  }

  @Override
  public void within(Duration next) {
    within = next;
  }

  @Override
  public List<Sweep> sweep(Collection<PortId> ports, long atMillis, long tickNanos) {
    try {
      want(new TreeSet<>(ports));
      if (silent) {
        SnmpStanding.ask(snmp, tickNanos);
        silent = false;
      }
      if (standing == null || tickNanos - learnedAt > patience()) {
        name(tickNanos);
      }
      Reading reading = read();
      if (mayNameAnew(reading, tickNanos) || !isNamed(reading)) {
        name(tickNanos);
        reading = read();
      }
      Map<PortId, Boolean> up = up(reading);
      rate(reading.cells(), up, tickNanos);
      links = links(up, tickNanos);
      return sweeps(reading, atMillis, tickNanos);
    } catch (TransportException e) {
      silent = true;
      throw Failures.of(device, "counters", e);
    }
  }

  /** Whether the agent names the port, as of the last sweep. */
  boolean names(PortId port) {
    return names.number(port.name()).isPresent();
  }

  @Override
  public void probe() {
    try {
      snmp.knock();
    } catch (TransportException e) {
      throw Failures.of(device, "counters", e);
    }
  }

  @Override
  public Map<PortId, Long> rates() {
    return rates;
  }

  @Override
  public Map<PortId, LinkReading> links() {
    return links;
  }

  @Override
  public Map<PortId, String> leftOut() {
    return leftOut;
  }

  @Override
  public Toll toll() {
    SnmpCounts counts = snmp.counts();
    return new Toll(counts.pdus(), counts.retries(), counts.timeouts(), restarts.get());
  }

  private void want(Set<PortId> ports) {
    if (!ports.equals(wanted)) {
      wanted = ports;
      cells = null;
    }
  }

  private long patience() {
    return present().size() < wanted.size() ? LOOK_AGAIN_NANOS : LEARN_AGAIN_NANOS;
  }

  /**
   * Whether numbers may have gone to other ports since they were learned. An agent that did not say
   * it with the rest is asked by itself: one that is silent throws.
   */
  private boolean mayNameAnew(Reading reading, long tickNanos) {
    SnmpStanding before = standing;
    SnmpStanding now =
        reading.standing(tickNanos).orElseGet(() -> SnmpStanding.ask(snmp, tickNanos));
    boolean strange = before != null && now.mayNameAnewAfter(before);
    if (!strange) {
      standing = now;
    }
    return strange;
  }

  /**
   * Asks which number each port has. What else was learned of the agent is forgotten. It says of
   * itself first: a change while names are read is seen in the sweep that follows.
   */
  private void name(long tickNanos) {
    SnmpStanding now = SnmpStanding.ask(snmp, tickNanos);
    SnmpNames walked = SnmpNames.walk(snmp, whole);
    SnmpStanding before = standing;
    if (before != null && now.isRestartAfter(before)) {
      restarts.incrementAndGet();
    }
    // only after the walk: if the agent falls silent in it, the numbers are still the old ones
    standing = now;
    names = walked;
    learnedAt = tickNanos;
    cells = null;
  }

  /** One reading, and what it was of. */
  private record Reading(SnmpCells cells, CellValues values) {
    Optional<SnmpStanding> standing(long tickNanos) {
      return cells.standing(values, tickNanos);
    }
  }

  private Reading read() {
    SnmpCells known = cells;
    if (known != null) {
      return new Reading(known, snmp.read(known.plan(), within));
    }
    names.settle(snmp, wanted.stream().map(PortId::name).toList());
    leftOut = undecided();
    SnmpCells probe = new SnmpCells(columns, present(), tellsOfNames());
    CellValues values = snmp.read(probe.plan(), within);
    if (values.unread() == 0) {
      // only what it serves is asked for from now on
      cells = probe.served(values);
    }
    return new Reading(probe, values);
  }

  private boolean tellsOfNames() {
    return standing != null && standing.tellsOfNames();
  }

  private Map<PortId, Long> present() {
    Map<PortId, Long> present = new TreeMap<>();
    for (PortId port : wanted) {
      names.number(port.name()).ifPresent(number -> present.put(port, number));
    }
    return present;
  }

  private Map<PortId, String> undecided() {
    Map<PortId, String> all = new HashMap<>();
    wanted.forEach(port -> names.whyNot(port.name()).ifPresent(why -> all.put(port, why)));
    return all;
  }

  /** Whether every port still has the number that it had. */
  private boolean isNamed(Reading reading) {
    SnmpCells of = reading.cells();
    return of.ports().stream()
        .allMatch(port ->
            of.name(port, reading.values())
                .map(name -> whole.apply(name).equals(port.name()))
                .orElse(true));
  }

  private static List<Sweep> sweeps(Reading reading, long atMillis, long tickNanos) {
    SnmpCells of = reading.cells();
    return of.ports().stream()
        .filter(port -> of.isWhole(port, reading.values()))
        .map(port -> of.sweep(port, reading.values(), atMillis, tickNanos))
        .toList();
  }

  private static Map<PortId, Boolean> up(Reading reading) {
    Map<PortId, Boolean> all = new HashMap<>();
    for (PortId port : reading.cells().ports()) {
      reading.cells().isUp(port, reading.values()).ifPresent(up -> all.put(port, up));
    }
    return all;
  }

  private Map<PortId, LinkReading> links(Map<PortId, Boolean> up, long tickNanos) {
    Map<PortId, LinkReading> all = new HashMap<>();
    up.forEach(
        (port, is) -> all.put(port, new LinkReading(is, !is && shut.contains(port), tickNanos)));
    return all;
  }

  /**
   * Asks for the rates, and why ports are down, where that was long ago or other ports are down. A
   * port that is down has no rate, whatever its agent says.
   */
  private void rate(SnmpCells of, Map<PortId, Boolean> up, long tickNanos) {
    Set<PortId> down = new HashSet<>(up.keySet());
    down.removeIf(up::get);
    if (of.numbers().equals(rated) && down.equals(ratedDown) && tickNanos - ratedAt < RATES_NANOS) {
      return;
    }
    SortedMap<Oid, SortedSet<Oid>> rows = new TreeMap<>();
    of.numbers()
        .forEach((port, number) ->
            rows.computeIfAbsent(
                    down.contains(port) ? IF_ADMIN_STATUS : IF_HIGH_SPEED, _ -> new TreeSet<>())
                .add(Oid.of(number)));
    CellPlan plan = new CellPlan(rows);
    CellValues values = snmp.read(plan, within);
    Map<PortId, Long> told = new TreeMap<>();
    Set<PortId> off = new HashSet<>();
    of.numbers()
        .forEach((port, number) -> {
          if (down.contains(port)) {
            int cell = plan.cell(IF_ADMIN_STATUS.append(number));
            if (values.isCount(cell) && values.count(cell) == ADMIN_DOWN) {
              off.add(port);
            }
          } else if (values.other(plan.cell(IF_HIGH_SPEED.append(number))).orElse(null)
                  instanceof SnmpValue.Gauge gauge
              && gauge.level() > 0) {
            told.put(port, gauge.level());
          }
        });
    shut = off;
    rates = Map.copyOf(told);
    rated = Map.copyOf(of.numbers());
    ratedDown = down;
    ratedAt = tickNanos;
  }
}
