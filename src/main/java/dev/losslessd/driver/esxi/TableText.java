package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Pattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Table that {@code esxcli ... list} prints: headings, a rule of dashes, rows. Columns are two
 * blanks apart; only the last may have blanks in its cells.
 */
final class TableText {
  private TableText() {}

  /**
   * @return cells of each row by heading
   * @throws DeviceException GARBLED without headings and rule, or for a row that has less
   */
  static List<Map<String, String>> parse(String command, String text, List<String> needed) {
    List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
    if (!text.endsWith("\n") || lines.size() < 2 || !Pattern.matches("[- ]*-[- ]*", lines.get(1))) {
      throw ParseErrors.at(command, text, "headings, a rule of dashes and whole lines");
    }
    List<String> headings = List.of(Pattern.of(" {2,}").split(lines.getFirst().strip()));
    if (!headings.containsAll(needed) || headings.size() != rules(lines.get(1))) {
      throw ParseErrors.at(command, lines.getFirst(), "the columns " + needed);
    }
    return lines.stream().skip(2).map(line -> row(command, line, headings)).toList();
  }

  private static int rules(String line) {
    return Pattern.of(" +").split(line.strip()).length;
  }

  private static Map<String, String> row(String command, String line, List<String> headings) {
    String[] cells = Pattern.of("\\s+").split(line.strip(), headings.size());
    if (cells.length != headings.size()) {
      throw ParseErrors.at(command, line, headings.size() + " columns");
    }
    Map<String, String> row = new HashMap<>();
    for (int n = 0; n < cells.length; n++) {
      row.put(headings.get(n), cells[n]);
    }
    return row;
  }

  /** A cell of a column that every row has. */
  static String cell(Map<String, String> row, String heading) {
    return row.getOrDefault(heading, "");
  }

  static boolean flag(String command, Map<String, String> row, String heading) {
    return switch (cell(row, heading)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw ParseErrors.at(command, cell(row, heading), heading + " true or false");
    };
  }
}
