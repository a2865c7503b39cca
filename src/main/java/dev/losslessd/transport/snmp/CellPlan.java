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
 * known by its number here. Kept small, for there may be a thousand of them: the rows of a column
 * are one array of numbers, which columns with the same rows share. Remembers which columns are
 * cheaper by GET: those in which a GETBULK brings more rows of others than of ours; and all of them
 * where one GET has room for the whole plan.
 */
public final class CellPlan {
  /** So few cells are asked for by name: there is nothing to gain by asking for what follows. */
  private static final int FEW = 2;

  /** Cells of one column whose indexes have the same length, in the order of the agent. */
  private static final class Column {
    final int[] root;

    /** Number of the first cell; the others follow it. */
    final int first;

    /** Length of an index, in sub-identifiers. */
    final int width;

    /** One behind the other. */
    final int[] indexes;

    Column(int[] root, int first, int width, int[] indexes) {
      this.root = root;
      this.first = first;
      this.width = width;
      this.indexes = indexes;
    }

    int size() {
      return indexes.length / width;
    }
  }

  private final List<Column> columns = new ArrayList<>();
  private final boolean[] byName;
  private final int size;

  /**
   * @param rows of each column, by their index
   */
  public CellPlan(Map<Oid, ? extends SortedSet<Oid>> rows) {
    Map<List<Integer>, int[]> shared = new HashMap<>();
    int cells = 0;
    for (var column : new TreeMap<>(rows).entrySet()) {
      Map<Integer, List<Oid>> byWidth = new TreeMap<>();
      column
          .getValue()
          .forEach(row -> byWidth.computeIfAbsent(row.size(), _ -> new ArrayList<>()).add(row));
      for (var same : byWidth.entrySet()) {
        int[] indexes = flat(same.getValue());
        int[] kept = shared.computeIfAbsent(Arrays.stream(indexes).boxed().toList(), _ -> indexes);
        columns.add(new Column(column.getKey().raw(), cells, same.getKey(), kept));
        cells += same.getValue().size();
      }
    }
    size = cells;
    byName = new boolean[columns.size()];
    for (int c = 0; c < byName.length; c++) {
      byName[c] = size <= CongestionWindow.FIRST || columns.get(c).size() <= FEW;
    }
  }

  private static int[] flat(List<Oid> rows) {
    return rows.stream().flatMapToInt(row -> Arrays.stream(row.raw())).toArray();
  }

  /** Returns the number of cells. */
  public int size() {
    return size;
  }

  /** The number of a cell, 0 .. size - 1; -1 if it is not planned. */
  public int cell(Oid oid) {
    int[] parts = oid.raw();
    for (Column column : columns) {
      int width = column.width;
      if (parts.length == column.root.length + width && startsWith(parts, column.root)) {
        int place = find(column, parts);
        if (place >= 0) {
          return column.first + place;
        }
      }
    }
    return -1;
  }

  private static boolean startsWith(int[] parts, int[] root) {
    return Arrays.equals(parts, 0, root.length, root, 0, root.length);
  }

  private static int find(Column column, int[] parts) {
    int low = 0;
    int high = column.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = order(parts, column, middle);
      if (order == 0) {
        return middle;
      }
      if (order > 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** Compares an object below the column's root with the index at a place. */
  private static int order(int[] parts, Column column, int place) {
    int at = place * column.width;
    return Arrays.compareUnsigned(
        parts, column.root.length, parts.length, column.indexes, at, at + column.width);
  }

  int columns() {
    return columns.size();
  }

  int first(int column) {
    return columns.get(column).first;
  }

  /** Returns the number after that of the column's last cell. */
  int end(int column) {
    return first(column) + columns.get(column).size();
  }

  /** Whether an object is below the column's root. */
  boolean isOf(int column, OID oid) {
    int[] parts = oid.getValue();
    int[] root = columns.get(column).root;
    return parts.length > root.length && startsWith(parts, root);
  }

  /** Compares an object that {@link #isOf} the column with one of its cells. */
  int order(int column, OID oid, int cell) {
    Column of = columns.get(column);
    return order(oid.getValue(), of, cell - of.first);
  }

  OID oid(int column, int cell) {
    Column of = columns.get(column);
    int[] parts = Arrays.copyOf(of.root, of.root.length + of.width);
    System.arraycopy(of.indexes, (cell - of.first) * of.width, parts, of.root.length, of.width);
    return new OID(parts);
  }

  /** Whether the column is asked for by GET. */
  boolean isByName(int column) {
    return byName[column];
  }

  /**
   * Learns from a whole GETBULK of a column whether GET would be cheaper.
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
  OID before(int column, int cell) {
    int[] parts = oid(column, cell).getValue();
    int last = parts.length - 1;
    if (parts[last] == 0) {
      return new OID(Arrays.copyOf(parts, last));
    }
    parts[last]--;
    return new OID(parts);
  }
}
