package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Form of a table with a header and a row for each port.
 *
 * @param head lines of the header, in their order
 * @param heading what is expected of the header, for messages
 * @param rule lines that may stand between the header and the first row
 * @param row whose first group is the port
 * @param columns what is expected of a row, for messages
 */
record PortTable(
    String command, List<Pattern> head, String heading, Pattern rule, Pattern row, String columns) {
  /**
   * @param meaning of a row that has the form
   * @return by long port name
   */
  <T> Map<String, T> parse(String text, Function<Matcher, T> meaning) {
    Map<String, T> rows = new TreeMap<>();
    int seen = 0;
    for (String raw : text.split("\n", -1)) {
      String line = raw.strip();
      if (line.isEmpty() || (rows.isEmpty() && rule.matcher(line).matches())) {
        continue;
      }
      Matcher found = (seen < head.size() ? head.get(seen) : row).matcher(line);
      if (!found.matches()) {
        throw ParseErrors.at(command, line, seen < head.size() ? heading : columns);
      }
      if (seen < head.size()) {
        seen++;
      } else if (rows.put(Ports.whole(found.group(1)), meaning.apply(found)) != null) {
        throw ParseErrors.at(command, line, "each port once");
      }
    }
    if (seen < head.size()) {
      throw ParseErrors.at(command, text.strip(), "a table with its header");
    }
    return Collections.unmodifiableMap(rows);
  }

  /** A counter in a column of a row. */
  long number(Matcher found, int column) {
    return QueueCells.number(command, found.group(), found.group(column)).orElseThrow();
  }
}
