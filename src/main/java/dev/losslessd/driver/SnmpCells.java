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
import java.util.Arrays;
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
 * Places of each number of each port of a switch, and of what the agent says of itself, worked out
 * once. A cell that the agent does not serve is not in the plan, and counts as missing.
 */
final class SnmpCells {
  /** TruthValue {@code true} of SNMPv2-TC (RFC 2579). */
  private static final int TRUE = 1;

  /** ifOperStatus (RFC 2863): up, and what an agent says that does not know. */
  private static final int UP = 1;

  private static final int UNKNOWN = 4;

  /** Stands for a cell that is not in the plan. */
  private static final int NONE = -1;

  private final SnmpColumns columns;
  private final List<Column> all;
  private final Schema schema;
  private final SortedMap<PortId, Long> ports;
  private final boolean namesHold;
  private final CellPlan plan;

  /** Cells that a column may have at most. */
  private final int most;

  /**
   * For each port its cells in the plan: those where each column may be, then the guard of each
   * column, then the state of its link, then the name. NONE where there is none, or the agent does
   * not serve it.
   */
  private final Map<PortId, int[]> rows = new HashMap<>();

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
    this.most = all.stream().mapToInt(column -> column.cells().size()).max().orElse(0);
    ports.forEach((port, number) -> rows.put(port, row(number)));
  }

  private CellPlan plan(Predicate<Oid> served) {
    Map<Oid, Oid> cells = new HashMap<>(SnmpStanding.OBJECTS);
    ports.values().forEach(number -> cells.putAll(cells(number)));
    SortedMap<Oid, SortedSet<Oid>> wanted = new TreeMap<>();
    cells.forEach((cell, column) -> {
      if (served.test(cell)) {
        wanted.computeIfAbsent(column, _ -> new TreeSet<>()).add(cell.after(column));
      }
    });
    return new CellPlan(wanted);
  }

  /** All that there may be of a port, each with its column. */
  private Map<Oid, Oid> cells(long number) {
    Map<Oid, Oid> cells = new HashMap<>();
    for (Column column : all) {
      column.guard().ifPresent(guard -> cells.put(guard.at(number), guard.column()));
      column.cells().forEach(cell -> cells.put(cell.at(number), cell.column()));
    }
    cells.put(SnmpPorts.IF_OPER_STATUS.append(number), SnmpPorts.IF_OPER_STATUS);
    if (!namesHold) {
      cells.put(SnmpNames.IF_NAME.append(number), SnmpNames.IF_NAME);
    }
    return cells;
  }

  private int[] row(long number) {
    int[] row = new int[all.size() * (most + 1) + 2];
    Arrays.fill(row, NONE);
    for (int n = 0; n < all.size(); n++) {
      Column column = all.get(n);
      for (int alternative = 0; alternative < column.cells().size(); alternative++) {
        row[n * most + alternative] = plan.cell(column.cells().get(alternative).at(number));
      }
      row[guard(n)] = column.guard().map((Cell guard) -> plan.cell(guard.at(number))).orElse(NONE);
    }
    row[row.length - 2] = plan.cell(SnmpPorts.IF_OPER_STATUS.append(number));
    row[row.length - 1] = plan.cell(SnmpNames.IF_NAME.append(number));
    return row;
  }

  private int guard(int column) {
    return all.size() * most + column;
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

  /** Returns a copy without the cells that this reading showed to be missing. */
  SnmpCells served(CellValues values) {
    return new SnmpCells(
        columns, schema, ports, namesHold, oid -> isServed(plan.cell(oid), values));
  }

  private static boolean isServed(int cell, CellValues values) {
    return cell != NONE && !values.isMissing(cell);
  }

  /** What the agent says of itself; empty where that did not come in time. */
  Optional<SnmpStanding> standing(CellValues values, long tickNanos) {
    return SnmpStanding.in(plan, values, tickNanos);
  }

  /** The name that the agent has now for the port's number; empty where names need no look. */
  Optional<String> name(PortId port, CellValues values) {
    int[] row = row(port);
    int place = row[row.length - 1];
    if (place == NONE || !values.isRead(place)) {
      return Optional.empty();
    }
    return Optional.of(
        values.other(place).orElse(null) instanceof SnmpValue.Octets octets ? octets.text() : "");
  }

  /** Whether the port's link is up; empty where the agent does not tell, or does not know. */
  Optional<Boolean> isUp(PortId port, CellValues values) {
    int[] row = row(port);
    int place = row[row.length - 2];
    return place == NONE || !values.isCount(place) || values.count(place) == UNKNOWN
        ? Optional.empty()
        : Optional.of(values.count(place) == UP);
  }

  private int[] row(PortId port) {
    return Objects.requireNonNull(rows.get(port));
  }

  /** Returns true if the agent answered for all cells of the port in time. */
  boolean isWhole(PortId port, CellValues values) {
    for (int place : row(port)) {
      if (place != NONE && !values.isRead(place)) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("EnumOrdinal") // a sweep keeps its reasons as ordinals, one byte each
  Sweep sweep(PortId port, CellValues values, long atMillis, long tickNanos) {
    int[] row = row(port);
    long[] numbers = new long[all.size()];
    byte[] missing = new byte[all.size()];
    for (int n = 0; n < numbers.length; n++) {
      Sweep.Missing why = guarded(n, row, values);
      if (why == Sweep.Missing.NOT) {
        int place = first(row, n, values);
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

  private Sweep.Missing guarded(int column, int[] row, CellValues values) {
    if (all.get(column).guard().isEmpty()) {
      return Sweep.Missing.NOT;
    }
    int guard = row[guard(column)];
    if (guard == NONE || values.isMissing(guard)) {
      return Sweep.Missing.NOT_EXPOSED;
    }
    return values.isCount(guard) && values.count(guard) == TRUE
        ? Sweep.Missing.NOT
        : Sweep.Missing.SWITCHED_OFF;
  }

  private int first(int[] row, int column, CellValues values) {
    for (int n = column * most; n < (column + 1) * most; n++) {
      if (row[n] != NONE && !values.isMissing(row[n])) {
        return row[n];
      }
    }
    return NONE;
  }
}
