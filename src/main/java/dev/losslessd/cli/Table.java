package dev.losslessd.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Aligned columns, two blanks apart, without lines around them: easy to read, to cut and to awk. A
 * cell that holds what a device said cannot drive the terminal.
 */
public final class Table {
  private static final String GAP = "  ";

  private final List<Cell> header;
  private final List<List<Cell>> rows = new ArrayList<>();
  private final Set<Integer> right = new HashSet<>();

  /**
   * @param header one word per column; none for a table without a header
   */
  public Table(String... header) {
    this.header = cells(Paint.HEAD, header);
  }

  record Cell(String text, Paint paint) {
    Cell {
      text = Shown.text(text);
    }

    int width() {
      return text.codePointCount(0, text.length());
    }
  }

  /** Numbers line up at the right. */
  public Table alignRight(int column) {
    right.add(column);
    return this;
  }

  public Table row(String... texts) {
    return row(Paint.PLAIN, texts);
  }

  Table row(Paint paint, String... texts) {
    rows.add(cells(paint, texts));
    return this;
  }

  Table cells(Cell... cells) {
    rows.add(List.of(cells));
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /**
   * @param colour whether the terminal takes colours
   */
  public List<String> lines(boolean colour) {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    if (!header.isEmpty()) {
      lines.add(line(header, widths, colour));
    }
    rows.forEach(row -> lines.add(line(row, widths, colour)));
    return lines;
  }

  private static List<Cell> cells(Paint paint, String... texts) {
    return Arrays.stream(texts).map(text -> new Cell(text, paint)).toList();
  }

  private int[] widths() {
    List<List<Cell>> all = new ArrayList<>(rows);
    all.add(header);
    int[] widths = new int[all.stream().mapToInt(List::size).max().orElse(0)];
    for (List<Cell> row : all) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] = Math.max(widths[column], row.get(column).width());
      }
    }
    return widths;
  }

  private String line(List<Cell> row, int[] widths, boolean colour) {
    StringBuilder line = new StringBuilder();
    @Nullable String pending = null;
    for (int column = 0; column < row.size(); column++) {
      Cell cell = row.get(column);
      String blanks = " ".repeat(widths[column] - cell.width());
      String text = colour ? cell.paint().on(cell.text()) : cell.text();
      line.append(pending == null ? "" : pending + GAP);
      line.append(right.contains(column) ? blanks + text : text);
      pending = right.contains(column) ? "" : blanks;
    }
    return line.toString().stripTrailing();
  }
}
