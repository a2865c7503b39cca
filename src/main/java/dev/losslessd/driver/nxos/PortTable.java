package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Form of a table with a header and a row for each port. Switches with several modules print it
 * module by module: heads of modules and further headers are passed over.
 *
 * @param head lines of the header, in their order
 * @param heading what is expected of the header, for messages
 * @param row whose first group is the port
 * @param columns what is expected of a row, for messages
 */
record PortTable(String command, List<Pattern> head, String heading, Pattern row, String columns) {
  /**
   * Rules around a header, and {@code slot 1} above the table of a module, as {@code show queuing}
   * prints it. That this very table has such heads is taken from the modules in its NX-API form
   * ({@code TABLE_module}).
   */
  private static final Pattern BETWEEN =
      Pattern.compile("[=-]{3,}(?:\\s+[=-]{3,})*|(?i:slot|module)\\s+\\d+\\s*:?");

  /** First word of another header, below which the columns are unknown. */
  private static final Pattern OTHER_HEAD = Pattern.compile("(?i:port|interface)\\s.*");

  /**
   * @param meaning of a row that has the form
   * @throws DeviceException GARBLED for a text without the header
   */
  <T> PortRows<T> parse(String text, Function<Matcher, T> meaning) {
    Map<String, T> rows = new TreeMap<>();
    Map<String, DeviceException> odd = new HashMap<>();
    int seen = 0;
    boolean any = false;
    for (String raw : text.split("\n", -1)) {
      String line = raw.strip();
      if (line.isEmpty() || BETWEEN.matcher(line).matches()) {
        continue;
      }
      if (OTHER_HEAD.matcher(line).matches()) {
        seen = 0;
      }
      if (seen < head.size() && head.get(seen).matcher(line).matches()) {
        seen++;
        any |= seen == head.size();
      } else {
        take(line, seen == head.size(), meaning, rows, odd);
      }
    }
    if (!any) {
      throw ParseErrors.at(command, text.strip(), "a table with its header: " + heading);
    }
    rows.keySet().removeAll(odd.keySet());
    return new PortRows<>(command, rows, odd, Optional.empty());
  }

  private <T> void take(
      String line,
      boolean underHead,
      Function<Matcher, T> meaning,
      Map<String, T> rows,
      Map<String, DeviceException> odd) {
    String port = Ports.whole(Pattern.of("\\s+").split(line)[0]);
    Matcher found = row.matcher(line);
    if (!underHead || !found.matches()) {
      odd.put(port, ParseErrors.at(command, line, underHead ? columns : heading));
      return;
    }
    try {
      if (rows.put(port, meaning.apply(found)) != null) {
        odd.put(port, ParseErrors.at(command, line, "each port once"));
      }
    } catch (DeviceException e) {
      odd.put(port, e);
    }
  }

  /** A counter in a column of a row. */
  long number(Matcher found, int column) {
    return QueueCells.number(command, found.group(), found.group(column)).orElseThrow();
  }
}
