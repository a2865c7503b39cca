package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.QueueCells;
import dev.losslessd.model.GlobalPause;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code show interface flowcontrol}: 802.3x pause by port, as it is set. */
final class PauseTable {
  static final String COMMAND = "show interface flowcontrol";
  private static final Pattern FIRST =
      Pattern.compile(
          "Port\\s+Send\\s+FlowControl\\s+Receive\\s+FlowControl\\s+RxPause\\s+TxPause");
  private static final Pattern SECOND = Pattern.compile("admin\\s+oper\\s+admin\\s+oper");
  private static final Pattern RULE = Pattern.compile("-{3,}(\\s+-{3,})*");
  private static final Pattern ROW =
      Pattern.compile(
          "(\\S+)\\s+(on|off|desired)\\s+(on|off)\\s+(on|off|desired)\\s+(on|off)"
              + "\\s+(\\d+)\\s+(\\d+)");

  /**
   * Link pause of one port.
   *
   * @param pause as it is set; {@code desired} counts as on: the port offers it
   * @param received 802.3x frames since they were cleared
   * @param sent 802.3x frames since they were cleared
   */
  record Row(GlobalPause pause, long received, long sent) {}

  private PauseTable() {}

  /**
   * @return by long port name
   */
  static Map<String, Row> parsePause(String text) {
    Map<String, Row> rows = new TreeMap<>();
    int head = 0;
    for (String raw : text.split("\n", -1)) {
      String line = raw.strip();
      if (line.isEmpty() || (rows.isEmpty() && RULE.matcher(line).matches())) {
        continue;
      }
      if (head < 2) {
        if (!(head == 0 ? FIRST : SECOND).matcher(line).matches()) {
          throw ParseErrors.at(COMMAND, line, "the two header lines");
        }
        head++;
        continue;
      }
      Matcher row = ROW.matcher(line);
      if (!row.matches()) {
        throw ParseErrors.at(
            COMMAND, line, "port, send and receive with admin and oper, 2 counters");
      }
      GlobalPause pause = new GlobalPause(!row.group(4).equals("off"), !row.group(2).equals("off"));
      Row one = new Row(pause, number(row.group(6), line), number(row.group(7), line));
      if (rows.put(Ports.whole(row.group(1)), one) != null) {
        throw ParseErrors.at(COMMAND, line, "each port once");
      }
    }
    if (head < 2) {
      throw ParseErrors.at(COMMAND, text.strip(), "a table with its header");
    }
    return Collections.unmodifiableMap(rows);
  }

  private static long number(String digits, String line) {
    return QueueCells.number(COMMAND, line, digits).orElseThrow();
  }
}
