package dev.losslessd.transport.snmp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.snmp4j.smi.OID;

/**
 * Which cells of an agent are read again and again: some columns, and some rows of each. A cell is
 * known by its number here. Remembers which columns are cheaper by GET: those in which a GETBULK
 * brings more rows of others than of ours.
 */
public final class CellPlan {
  /** So few cells are asked for by name: there is nothing to gain by asking for what follows. */
  private static final int FEW = 2;

  /**
   * Cells of one column.
   *
   * @param first number of the first cell; the others follow it, in the order of the agent
   */
  record Column(Oid root, int first, int size) {}

  private final List<Column> columns = new ArrayList<>();
  private final Map<Oid, Integer> numbers = new HashMap<>();
  private final OID[] cells;
  private final boolean[] byName;

  /**
   * @param rows of each column, by their index
   */
  public CellPlan(Map<Oid, ? extends SortedSet<Oid>> rows) {
    List<OID> all = new ArrayList<>();
    new TreeMap<>(rows)
        .forEach((root, indexes) -> {
          columns.add(new Column(root, all.size(), indexes.size()));
          for (Oid index : indexes) {
            Oid cell = root.append(index);
            numbers.put(cell, all.size());
            all.add(Values.oid(cell));
          }
        });
    cells = all.toArray(OID[]::new);
    byName = new boolean[columns.size()];
    for (int c = 0; c < byName.length; c++) {
      byName[c] = columns.get(c).size() <= FEW;
    }
  }

  /** How many cells there are. */
  public int size() {
    return cells.length;
  }

  /**
   * The number of a cell, 0 .. size - 1.
   *
   * @throws IllegalArgumentException if it is not planned
   */
  public int cell(Oid oid) {
    Integer number = numbers.get(oid);
    if (number == null) {
      throw new IllegalArgumentException("cell " + oid + " is not planned");
    }
    return number;
  }

  /** Whether a cell is planned. */
  public boolean has(Oid oid) {
    return numbers.containsKey(oid);
  }

  List<Column> columns() {
    return columns;
  }

  OID oid(int cell) {
    return cells[cell];
  }

  /** Whether the column is asked for by GET. */
  boolean isByName(int column) {
    return byName[column];
  }

  /**
   * What a whole GETBULK of a column brought.
   *
   * @param ours cells of the plan
   * @param others rows of the same column that nobody asked for
   */
  void learn(int column, int ours, int others) {
    if (others > ours) {
      byName[column] = true;
    }
  }

  /** The greatest place in the tree from which a GETNEXT still comes to the cell. */
  OID before(int cell) {
    int[] parts = cells[cell].getValue();
    int last = parts.length - 1;
    if (parts[last] == 0) {
      return new OID(Arrays.copyOf(parts, last));
    }
    int[] before = parts.clone();
    before[last]--;
    return new OID(before);
  }
}
