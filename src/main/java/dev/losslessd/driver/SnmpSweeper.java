package dev.losslessd.driver;

import dev.losslessd.driver.SnmpColumns.Cell;
import dev.losslessd.driver.SnmpColumns.Column;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpEntry;
import dev.losslessd.transport.snmp.SnmpValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Counters of one port by exact GETs. The first sweep asks for every cell there may be; what the
 * agent does not serve is reported as missing from then on and asked for again only after ten
 * minutes, or when the port's name no longer answers at its ifIndex.
 */
public final class SnmpSweeper implements Sweeper {
  private static final Oid IF_NAME = Oid.of("1.3.6.1.2.1.31.1.1.1.1");

  /** Gauge of megabits per second; 0 where the agent does not know (IF-MIB). */
  private static final Oid IF_HIGH_SPEED = Oid.of("1.3.6.1.2.1.31.1.1.1.15");

  private static final long PROBE_AGAIN_NANOS = 600_000_000_000L;

  /** TruthValue of SNMPv2-TC. */
  private static final int TRUE = 1;

  private final PortId port;
  private final SnmpClient snmp;
  private final UnaryOperator<String> whole;
  private final List<Column> columns;
  private final Schema schema;
  private final Set<Cell> unserved = new LinkedHashSet<>();
  private volatile long mbps;
  private long ifIndex = -1;
  private long probedAt;

  /**
   * @param whole a port's name as the configuration has it, from the agent's
   */
  public SnmpSweeper(
      PortId port, SnmpClient snmp, SnmpColumns columns, UnaryOperator<String> whole) {
    this.port = port;
    this.snmp = snmp;
    this.whole = whole;
    this.columns = columns.columns();
    this.schema = columns.schema();
  }

  @Override
  public Sweep sweep(long atMillis, long tickNanos) {
    try {
      if (ifIndex < 0 || tickNanos - probedAt > PROBE_AGAIN_NANOS) {
        probe(ifIndex < 0 ? find() : ifIndex, tickNanos);
      }
      Map<Oid, SnmpValue> values = get();
      if (!isPort(value(values, IF_NAME.append(ifIndex)))) {
        probe(find(), tickNanos);
        values = get();
      }
      mbps = rate(values);
      return sweep(values, atMillis, tickNanos);
    } catch (TransportException e) {
      throw Failures.of(port, "counters", e);
    }
  }

  private long rate(Map<Oid, SnmpValue> values) {
    return value(values, IF_HIGH_SPEED.append(ifIndex)) instanceof SnmpValue.Gauge gauge
        ? gauge.level()
        : 0;
  }

  @Override
  public OptionalLong rateMbps() {
    return mbps > 0 ? OptionalLong.of(mbps) : OptionalLong.empty();
  }

  private void probe(long index, long tickNanos) {
    unserved.clear();
    ifIndex = index;
    probedAt = tickNanos;
  }

  private Map<Oid, SnmpValue> get() {
    Set<Oid> oids = new LinkedHashSet<>();
    List<Cell> asked = new ArrayList<>();
    for (Column column : columns) {
      column.guard().ifPresent(asked::add);
      asked.addAll(column.cells());
    }
    asked.removeIf(unserved::contains);
    asked.forEach(cell -> oids.add(cell.at(ifIndex)));
    oids.add(IF_NAME.append(ifIndex));
    oids.add(IF_HIGH_SPEED.append(ifIndex));
    List<Oid> list = List.copyOf(oids);
    List<SnmpValue> answers = snmp.get(list);
    Map<Oid, SnmpValue> values = new HashMap<>();
    for (int n = 0; n < list.size(); n++) {
      values.put(list.get(n), answers.get(n));
    }
    asked.stream().filter(cell -> isMissing(values, cell)).forEach(unserved::add);
    return values;
  }

  private boolean isMissing(Map<Oid, SnmpValue> values, Cell cell) {
    return value(values, cell.at(ifIndex)) instanceof SnmpValue.Missing;
  }

  private static SnmpValue value(Map<Oid, SnmpValue> values, Oid oid) {
    return values.getOrDefault(oid, new SnmpValue.Missing(SnmpValue.Missing.Why.NO_SUCH_OBJECT));
  }

  private long find() {
    for (SnmpEntry entry : snmp.walk(IF_NAME)) {
      if (isPort(entry.value()) && entry.index().size() == 1) {
        return entry.index().part(0);
      }
    }
    throw new DeviceException(
        DeviceException.Kind.GONE, port + " counters: no ifName says " + port.name());
  }

  private boolean isPort(SnmpValue name) {
    return name instanceof SnmpValue.Octets octets
        && whole.apply(octets.text()).equals(port.name());
  }

  @SuppressWarnings("EnumOrdinal") // a sweep keeps its reasons as ordinals, one byte each
  private Sweep sweep(Map<Oid, SnmpValue> all, long atMillis, long tickNanos) {
    long[] values = new long[columns.size()];
    byte[] missing = new byte[columns.size()];
    for (int n = 0; n < values.length; n++) {
      Sweep.Missing why = guarded(columns.get(n), all);
      if (why == Sweep.Missing.NOT) {
        switch (first(columns.get(n), all)) {
          case SnmpValue.Counter64 counter -> values[n] = counter.bits();
          case SnmpValue.Counter32 counter -> values[n] = counter.count();
          case SnmpValue.Int number when number.number() >= 0 -> values[n] = number.number();
          case SnmpValue.Missing _ -> why = Sweep.Missing.NOT_EXPOSED;
          default -> why = Sweep.Missing.UNREAD;
        }
      }
      missing[n] = (byte) why.ordinal();
    }
    return new Sweep(port, schema, values, missing, atMillis, tickNanos);
  }

  private Sweep.Missing guarded(Column column, Map<Oid, SnmpValue> all) {
    if (column.guard().isEmpty()) {
      return Sweep.Missing.NOT;
    }
    return switch (value(all, column.guard().get().at(ifIndex))) {
      case SnmpValue.Int truth when truth.number() == TRUE -> Sweep.Missing.NOT;
      case SnmpValue.Missing _ -> Sweep.Missing.NOT_EXPOSED;
      default -> Sweep.Missing.SWITCHED_OFF;
    };
  }

  private SnmpValue first(Column column, Map<Oid, SnmpValue> all) {
    return column.cells().stream()
        .map(cell -> value(all, cell.at(ifIndex)))
        .filter(value -> !(value instanceof SnmpValue.Missing))
        .findFirst()
        .orElse(new SnmpValue.Missing(SnmpValue.Missing.Why.NO_SUCH_INSTANCE));
  }
}
