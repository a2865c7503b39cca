package dev.losslessd.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Aligned columns, two blanks apart, without lines around them: easy to read, to cut and to awk. A
 * cell that holds what a device said cannot drive the terminal. On a terminal the table fits its
 * width: cells of {@link #wrap wrapped} columns break at blanks, then columns of {@link #least}
 * importance go. What a person must type is in the other columns, which are never cut.
 */
public final class Table {
  private static final int GAP = 2;

  /** Below this a wrapped column is hard to read, and a less important one goes. */
  private static final int NARROW = 24;

  /** A longer word may be broken. */
  private static final int LONGEST_WORD = 44;

  private final List<Cell> header;
  private final List<List<Cell>> rows = new ArrayList<>();
  private final Set<Integer> right = new HashSet<>();
  private final Set<Integer> wrapped = new HashSet<>();
  private final List<Integer> least = new ArrayList<>();

  /** By the row before which they stand. */
  private final Map<Integer, List<Cell>> headings = new HashMap<>();

  /**
   * @param header one word per column; none for a table without a header
   */
  public Table(String... header) {
    this.header = cells(Paint.HEAD, header);
  }

  /**
   * @param lines one below the other
   */
  record Cell(List<String> lines, Paint paint) {
    Cell {
      lines = lines.stream().map(Shown::text).toList();
    }

    Cell(String text, Paint paint) {
      this(List.of(text), paint);
    }

    static Cell plain(String text) {
      return new Cell(text, Paint.PLAIN);
    }

    int width() {
      return lines.stream().mapToInt(Cell::width).max().orElse(0);
    }

    private static int width(String line) {
      return line.codePointCount(0, line.length());
    }
  }

  /** Numbers line up at the right. */
  public Table alignRight(int column) {
    right.add(column);
    return this;
  }

  /** Columns of words, which may go on in the next line of the terminal. */
  public Table wrap(Integer... columns) {
    wrapped.addAll(List.of(columns));
    return this;
  }

  /** Columns that go, in this order, where a terminal is too narrow for all. */
  public Table least(Integer... columns) {
    least.addAll(List.of(columns));
    return this;
  }

  public Table row(String... texts) {
    return row(Paint.PLAIN, texts);
  }

  Table row(Paint paint, String... texts) {
    rows.add(cells(paint, texts));
    return this;
  }

  /** Adds a name and what is said of it. */
  Table fact(String name, String text, Paint paint) {
    return cells(Cell.plain(name), new Cell(text, paint));
  }

  Table cells(Cell... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** A line between two rows, which belongs to no column. */
  Table heading(Cell cell) {
    headings.computeIfAbsent(rows.size(), _ -> new ArrayList<>()).add(cell);
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /**
   * @param width of the terminal; 0 for none, where nothing is broken nor left out
   * @param colour whether the terminal takes colours
   */
  public List<String> lines(int width, boolean colour) {
    int[] widths = fit(width);
    List<String> lines = new ArrayList<>();
    if (!header.isEmpty()) {
      lines.addAll(lines(header, widths, colour));
    }
    for (int row = 0; row <= rows.size(); row++) {
      for (Cell heading : headings.getOrDefault(row, List.of())) {
        String text = String.join(" ", heading.lines());
        Wrapped.hanging(text, width)
            .forEach(line -> lines.add(colour ? heading.paint().on(line) : line));
      }
      if (row < rows.size()) {
        lines.addAll(lines(rows.get(row), widths, colour));
      }
    }
    return lines;
  }

  private static List<Cell> cells(Paint paint, String... texts) {
    return Arrays.stream(texts).map(text -> new Cell(text, paint)).toList();
  }

  /** Width of each column; 0 for one that is left out. */
  private int[] fit(int width) {
    int[] widths = widths(Cell::width);
    if (width <= 0 || total(widths) <= width) {
      return widths;
    }
    int[] words = widths(Table::longestWord);
    int[] readable = narrowest(widths, column -> Math.max(NARROW, words[column]));
    for (int gone : least) {
      if (total(readable) > width) {
        readable[gone] = 0;
        widths[gone] = 0;
      }
    }
    shrink(widths, narrowest(widths, column -> words[column]), width);
    shrink(widths, narrowest(widths, _ -> 1), width);
    return widths;
  }

  /** Takes from the widest column again and again. */
  private static void shrink(int[] widths, int[] floor, int width) {
    for (int over = total(widths) - width; over > 0; over--) {
      int widest = -1;
      for (int column = 0; column < widths.length; column++) {
        if (widths[column] > floor[column] && (widest < 0 || widths[column] > widths[widest])) {
          widest = column;
        }
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
    }
  }

  private int[] narrowest(int[] widths, IntUnaryOperator wrappedTo) {
    return IntStream.range(0, widths.length)
        .map(column ->
            wrapped.contains(column)
                ? Math.min(wrappedTo.applyAsInt(column), widths[column])
                : widths[column])
        .toArray();
  }

  private static int longestWord(Cell cell) {
    int longest =
        cell.lines().stream()
            .flatMap(line -> Arrays.stream(line.split(" ")))
            .mapToInt(String::length)
            .max()
            .orElse(0);
    return Math.min(longest, LONGEST_WORD);
  }

  private static int total(int[] widths) {
    return Arrays.stream(widths).filter(width -> width > 0).map(width -> width + GAP).sum() - GAP;
  }

  private int[] widths(ToIntFunction<Cell> of) {
    List<List<Cell>> all = new ArrayList<>(rows);
    all.add(header);
    int[] widths = new int[all.stream().mapToInt(List::size).max().orElse(0)];
    for (List<Cell> row : all) {
      for (int column = 0; column < row.size(); column++) {
        widths[column] = Math.max(widths[column], of.applyAsInt(row.get(column)));
      }
    }
    return widths;
  }

  /** A row as the lines that its highest cell takes. */
  private List<String> lines(List<Cell> row, int[] widths, boolean colour) {
    List<List<String>> parts = new ArrayList<>();
    for (int column = 0; column < row.size(); column++) {
      List<String> lines = row.get(column).lines();
      int width = widths[column];
      parts.add(
          wrapped.contains(column) && width > 0
              ? lines.stream().flatMap(line -> Wrapped.lines(line, width).stream()).toList()
              : lines);
    }
    int height = parts.stream().mapToInt(List::size).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int n = 0; n < height; n++) {
      List<Cell> line = new ArrayList<>();
      for (int column = 0; column < row.size(); column++) {
        List<String> of = parts.get(column);
        line.add(new Cell(n < of.size() ? of.get(n) : "", row.get(column).paint()));
      }
      lines.add(line(line, widths, colour));
    }
    return lines;
  }

  private String line(List<Cell> row, int[] widths, boolean colour) {
    StringBuilder line = new StringBuilder();
    String pending = "";
    for (int column = 0; column < row.size(); column++) {
      if (widths[column] == 0) {
        continue;
      }
      Cell cell = row.get(column);
      String blanks = " ".repeat(Math.max(0, widths[column] - cell.width()));
      String plain = cell.lines().getFirst();
      String text = colour ? cell.paint().on(plain) : plain;
      line.append(pending).append(right.contains(column) ? blanks + text : text);
      pending = (right.contains(column) ? "" : blanks) + " ".repeat(GAP);
    }
    return line.toString().stripTrailing();
  }
}
