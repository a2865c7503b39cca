package dev.losslessd.driver;

import java.util.ArrayList;
import java.util.List;

/**
 * A table for people under one line of headings. Words in it may have blanks, so that it goes by
 * where the headings begin; what does not fit there is an error.
 */
public final class HeadedTable {
  /** Characters by which cells may stand left of their heading, as some of OS10's do. */
  private static final int SLACK = 2;

  private HeadedTable() {}

  /**
   * @param command that printed it, for messages
   * @param text every line of it ends with a newline, or it was cut
   * @param headings from left to right
   * @param row the beginning of a line that is a row; other lines are passed over
   * @return the cells of each row, as many as headings; the last reaches to the end of its line
   * @throws DeviceException GARBLED without the headings, or if a row has less
   */
  public static List<List<String>> parse(
      String command, String text, List<String> headings, String row) {
    ParseErrors.throwIf(!text.endsWith("\n"), command, text, "whole lines");
    List<Integer> starts = List.of();
    List<List<String>> rows = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith(headings.getFirst())) {
        starts = headings.stream().map(line::indexOf).toList();
      } else if (line.startsWith(row)) {
        rows.add(cells(command, line, starts));
      }
    }
    ParseErrors.throwIf(starts.isEmpty(), command, text, "a table with " + headings);
    return rows;
  }

  private static List<String> cells(String command, String line, List<Integer> starts) {
    List<String> cells = new ArrayList<>();
    for (int n = 0; n < starts.size(); n++) {
      int from = edge(command, line, starts.get(n));
      int to = n + 1 < starts.size() ? edge(command, line, starts.get(n + 1)) : line.length();
      ParseErrors.throwIf(from >= to, command, line, starts.size() + " columns");
      cells.add(line.substring(from, to).strip());
    }
    ParseErrors.throwIf(cells.isEmpty(), command, line, "the headings above it");
    return cells;
  }

  /** Where a cell begins: never within a word. */
  private static int edge(String command, String line, int heading) {
    for (int at = heading; at >= 0 && at >= heading - SLACK; at--) {
      if (at < line.length() && (at == 0 || line.charAt(at - 1) == ' ')) {
        return at;
      }
    }
    throw ParseErrors.at(command, line, "a column at " + heading);
  }
}
