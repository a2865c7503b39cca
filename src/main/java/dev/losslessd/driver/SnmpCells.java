package dev.losslessd.driver;

import dev.losslessd.driver.SnmpColumns.Cell;
import dev.losslessd.driver.SnmpColumns.Column;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.snmp.CellPlan;
import dev.losslessd.transport.snmp.CellValues;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Where each number of each port of a switch is, worked out once. A cell that the agent does not
 * serve is not in the plan, and counts as missing.
 */
final class SnmpCells {
  /** TruthValue of SNMPv2-TC. */
  private static final int TRUE = 1;

  /** Of a cell that is not planned. */
  private static final int NONE = -1;

  /**
   * A port's cells in the plan.
   *
   * @param places for each column where it may be
   * @param guards for each column; NONE where it has none or the agent does not serve it
   * @param name NONE where names need no look
   */
  private record Row(int[][] places, int[] guards, int name) {}

  private final SnmpColumns columns;
  private final List<Column> all;
  private final Schema schema;
  private final SortedMap<PortId, Long> ports;
  private final boolean namesHold;
  private final CellPlan plan;
  private final Map<PortId, Row> rows = new HashMap<>();

  /**
   * @param ports with the ifIndex of each
   * @param namesHold whether the agent tells when a port gets another number
   */
  SnmpCells(SnmpColumns columns, Map<PortId, Long> ports, boolean namesHold) {
    this(columns, columns.schema(), ports, namesHold, _ -> true);
  }

  private SnmpCells(
      SnmpColumns columns,
      Schema schema,
      Map<PortId, Long> ports,
      boolean namesHold,
      Predicate<Oid> served) {
    this.columns = columns;
    this.all = columns.columns();
    this.schema = schema;
    this.ports = new TreeMap<>(ports);
    this.namesHold = namesHold;
    this.plan = plan(served);
    ports.forEach((port, number) -> rows.put(port, row(number)));
  }

  private CellPlan plan(Predicate<Oid> served) {
    SortedMap<Oid, SortedSet<Oid>> wanted = new TreeMap<>();
    for (long number : ports.values()) {
      cells(number)
          .forEach((cell, column) -> {
            if (served.test(cell)) {
              wanted.computeIfAbsent(column, _ -> new TreeSet<>()).add(cell.after(column));
            }
          });
    }
    return new CellPlan(wanted);
  }

  /** All that there may be of a port, each with its column. */
  private Map<Oid, Oid> cells(long number) {
    Map<Oid, Oid> cells = new HashMap<>();
    for (Column column : all) {
      column.guard().ifPresent(guard -> cells.put(guard.at(number), guard.column()));
      column.cells().forEach(cell -> cells.put(cell.at(number), cell.column()));
    }
    if (!namesHold) {
      cells.put(SnmpPorts.IF_NAME.append(number), SnmpPorts.IF_NAME);
    }
    return cells;
  }

  private Row row(long number) {
    int[][] places = new int[all.size()][];
    int[] guards = new int[all.size()];
    for (int n = 0; n < places.length; n++) {
      places[n] =
          all.get(n).cells().stream()
              .mapToInt(cell -> place(cell.at(number)))
              .filter(place -> place != NONE)
              .toArray();
      guards[n] = all.get(n).guard().map((Cell guard) -> place(guard.at(number))).orElse(NONE);
    }
    return new Row(places, guards, place(SnmpPorts.IF_NAME.append(number)));
  }

  private int place(Oid oid) {
    return plan.has(oid) ? plan.cell(oid) : NONE;
  }

  CellPlan plan() {
    return plan;
  }

  Set<PortId> ports() {
    return ports.keySet();
  }

  Map<PortId, Long> numbers() {
    return ports;
  }

  /** The same without the cells that this reading showed to be missing. */
  SnmpCells served(CellValues values) {
    return new SnmpCells(
        columns, schema, ports, namesHold, oid -> plan.has(oid) && !values.isMissing(place(oid)));
  }

  /** The name that the agent has now for the port's number; empty where names need no look. */
  Optional<String> name(PortId port, CellValues values) {
    int place = row(port).name();
    if (place == NONE || !values.isRead(place)) {
      return Optional.empty();
    }
    return Optional.of(
        values.other(place).orElse(null) instanceof SnmpValue.Octets octets ? octets.text() : "");
  }

  private Row row(PortId port) {
    return Objects.requireNonNull(rows.get(port));
  }

  /** Whether all cells of the port were told in time. */
  boolean isWhole(PortId port, CellValues values) {
    Row row = row(port);
    for (int n = 0; n < row.guards().length; n++) {
      if (row.guards()[n] != NONE && !values.isRead(row.guards()[n])) {
        return false;
      }
      for (int place : row.places()[n]) {
        if (!values.isRead(place)) {
          return false;
        }
      }
    }
    return row.name() == NONE || values.isRead(row.name());
  }

  @SuppressWarnings("EnumOrdinal") // a sweep keeps its reasons as ordinals, one byte each
  Sweep sweep(PortId port, CellValues values, long atMillis, long tickNanos) {
    Row row = row(port);
    long[] numbers = new long[all.size()];
    byte[] missing = new byte[all.size()];
    for (int n = 0; n < numbers.length; n++) {
      Sweep.Missing why = guarded(n, row, values);
      if (why == Sweep.Missing.NOT) {
        int place = first(row.places()[n], values);
        if (place == NONE) {
          why = Sweep.Missing.NOT_EXPOSED;
        } else if (values.isCount(place)) {
          numbers[n] = values.count(place);
        } else {
          why = Sweep.Missing.UNREAD;
        }
      }
      missing[n] = (byte) why.ordinal();
    }
    return new Sweep(port, schema, numbers, missing, atMillis, tickNanos);
  }

  private Sweep.Missing guarded(int column, Row row, CellValues values) {
    if (all.get(column).guard().isEmpty()) {
      return Sweep.Missing.NOT;
    }
    int guard = row.guards()[column];
    if (guard == NONE || values.isMissing(guard)) {
      return Sweep.Missing.NOT_EXPOSED;
    }
    return values.isCount(guard) && values.count(guard) == TRUE
        ? Sweep.Missing.NOT
        : Sweep.Missing.SWITCHED_OFF;
  }

  private static int first(int[] places, CellValues values) {
    for (int place : places) {
      if (!values.isMissing(place)) {
        return place;
      }
    }
    return NONE;
  }
}
