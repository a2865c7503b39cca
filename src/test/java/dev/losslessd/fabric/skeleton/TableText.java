package dev.losslessd.fabric.skeleton;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pages of labels and tables with columns, as switches print them for people. */
final class TableText {
  /** A cell of a line, from one column of the terminal to another. */
  private record Cell(String text, int from, int to) {
    private int distance(Cell other) {
      int overlap = Math.min(to, other.to) - Math.max(from, other.from);
      return overlap > 0 ? 0 : Math.min(Math.abs(from - other.from), Math.abs(to - other.to));
    }
  }

  private static final Pattern RULE = Pattern.compile("[-=\\s|+…]*[-=]{2}[-=\\s|+…]*");
  private static final Pattern PROMPT =
      Pattern.compile(
          "\\s*(?:\\S{1,60}[#>$%~\\]]+ ?)?(?:show|nv|sudo|esxcli|vsish|esxcfg-module) .*");
  private static final Pattern CELL = Pattern.compile("\\S+(?: \\S+)*");
  private static final Pattern LABEL = Pattern.compile("([^:]*[^:\\s])\\s*:(?:\\s+(.*))?");

  private final List<String> lines;
  private final List<String> parts = new ArrayList<>();

  /** Indentation of the lines that the next one may be a part of. */
  private final List<Integer> outer = new ArrayList<>();

  /** Headings of the table that the line is in; empty outside of tables. */
  private List<Cell> columns = List.of();

  TableText(String text) {
    this.lines = lines(text);
  }

  /** Lines of an output without the command that somebody typed. */
  static List<String> lines(String text) {
    return text.lines()
        .map(line -> line.replace("\t", "        ").stripTrailing())
        .filter(line -> !PROMPT.matcher(line).matches())
        .toList();
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  private static boolean isRule(String line) {
    return !line.isBlank() && RULE.matcher(line).matches();
  }

  List<String> parts() {
    for (int n = 0; n < lines.size(); n++) {
      take(n);
    }
    return parts;
  }

  private void take(int n) {
    String line = lines.get(n);
    if (line.isBlank()) {
      columns = isRule(at(n - 1)) ? columns : List.of();
    } else if (isRule(line)) {
      parts.add("rule " + (line.contains("=") ? "=" : "-"));
    } else if (isHeading(n)) {
      columns = columns.isEmpty() || !isHeading(n - 1) ? cells(line) : columns;
      parts.add("columns " + Words.masked(line));
    } else if (columns.isEmpty() || line.startsWith("|")) {
      page(line);
    } else {
      row(line);
    }
  }

  /** A line of words above a rule, or a table's only line of words. */
  private boolean isHeading(int n) {
    boolean begins = columns.isEmpty() || isRule(at(n - 1)) || at(n - 1).isBlank();
    if (!isWords(n) || !(begins || isWords(n - 1))) {
      return false;
    }
    return isRule(at(n + 1))
        || (isWords(n + 1) && isRule(at(n + 2)))
        || (columns.isEmpty() && cells(at(n)).size() > 3 && !at(n).matches(".*\\d.*"));
  }

  private boolean isWords(int n) {
    String line = at(n);
    return cells(line).size() > 1
        && !isRule(line)
        && !line.startsWith("|")
        && !line.matches(".*:(\\s.*)?")
        && cells(line).stream()
            .noneMatch(cell -> cell.text().matches("[-+\\d.,]+.?|.*\\d\\S*\\d.*"));
  }

  private String at(int n) {
    return n >= 0 && n < lines.size() ? lines.get(n) : "";
  }

  private static List<Cell> cells(String line) {
    List<Cell> cells = new ArrayList<>();
    Matcher m = CELL.matcher(line);
    while (m.find()) {
      cells.add(new Cell(m.group(), m.start(), m.end()));
    }
    return cells;
  }

  private void row(String line) {
    for (Cell cell : cells(line)) {
      String value = Words.value(cell.text());
      if (!cell.text().matches("-+")) {
        parts.add("column " + Words.masked(column(cell).text()) + ": " + value);
      }
    }
  }

  private Cell column(Cell cell) {
    Cell best = columns.getFirst();
    for (Cell one : columns) {
      best = one.distance(cell) < best.distance(cell) ? one : best;
    }
    return best;
  }

  /** Two blanks for each line that this one is a part of. */
  private String nesting(int indent) {
    while (!outer.isEmpty() && outer.getLast() >= indent) {
      outer.removeLast();
    }
    outer.add(indent);
    return "  ".repeat(outer.size() - 1);
  }

  private void page(String line) {
    List<String> cells = Words.cells(line);
    boolean aligned = line.startsWith("|") || line.strip().matches("-?\\d.*");
    String indent = aligned ? "" : nesting(indent(line));
    for (String cell : cells) {
      Matcher m = LABEL.matcher(cell);
      String value = m.matches() && m.group(2) != null ? Words.value(m.group(2)) : "";
      parts.add(
          indent
              + (m.matches()
                  ? (Words.masked(m.group(1)) + ": " + value).stripTrailing()
                  : Words.masked(cell)));
    }
  }
}
