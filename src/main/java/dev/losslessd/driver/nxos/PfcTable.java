package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.QueueCells;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code show interface priority-flow-control}: mode and state of PFC by port. */
final class PfcTable {
  static final String COMMAND = "show interface priority-flow-control";
  private static final Pattern RULE = Pattern.compile("[=-]{20,}\\s*");
  private static final Pattern HEADER =
      Pattern.compile("Port\\s+Mode\\s+Oper\\s*\\(VL bmap\\)\\s+RxPPP\\s+TxPPP\\s*");

  /** The bit map is hexadecimal, and absent while Oper is Off. */
  private static final Pattern ROW =
      Pattern.compile(
          "(\\S+)\\s+(?i:(auto|on|off))\\s+(?i:(on|off))(?:\\s+\\(([0-9a-fA-F]{1,2})\\))?"
              + "\\s+(\\d+)\\s+(\\d+)\\s*");

  /** PFC mode set on a port; the default is auto: as DCBX negotiates. */
  enum Mode {
    AUTO,
    ON,
    OFF
  }

  /**
   * PFC state of one port.
   *
   * @param bitmap priorities on which it runs, bit n is priority n; empty while it does not
   * @param received PFC frames since they were cleared
   * @param sent PFC frames since they were cleared
   */
  record Row(Mode mode, boolean operating, OptionalInt bitmap, long received, long sent) {
    boolean runs() {
      return mode == Mode.ON || (mode == Mode.AUTO && operating);
    }
  }

  private PfcTable() {}

  /**
   * @return by long port name
   */
  static Map<String, Row> parsePfc(String text) {
    Map<String, Row> rows = new TreeMap<>();
    List<String> head = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      if (line.isBlank()) {
        continue;
      }
      if (head.size() < 3) {
        head.add(line.strip());
        requireHead(head);
        continue;
      }
      row(line.strip(), rows);
    }
    if (head.size() < 3) {
      throw ParseErrors.at(COMMAND, text.strip(), "a table with its header");
    }
    return Collections.unmodifiableMap(rows);
  }

  private static void requireHead(List<String> head) {
    String line = head.getLast();
    Pattern expected = head.size() == 2 ? HEADER : RULE;
    if (!expected.matcher(line).matches()) {
      throw ParseErrors.at(COMMAND, line, "the header Port Mode Oper(VL bmap) RxPPP TxPPP");
    }
  }

  private static void row(String line, Map<String, Row> rows) {
    Matcher row = ROW.matcher(line);
    if (!row.matches()) {
      throw ParseErrors.at(COMMAND, line, "port, mode, oper, (bitmap), two counters");
    }
    boolean operating = row.group(3).equalsIgnoreCase("on");
    String bits = row.group(4);
    if (operating != (bits != null)) {
      throw ParseErrors.at(COMMAND, line, "a bitmap with Oper On and none with Off");
    }
    Row one =
        new Row(
            Mode.valueOf(row.group(2).toUpperCase(Locale.ROOT)),
            operating,
            bits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(bits, 16)),
            number(row.group(5), line),
            number(row.group(6), line));
    if (rows.put(Ports.whole(row.group(1)), one) != null) {
      throw ParseErrors.at(COMMAND, line, "each port once");
    }
  }

  private static long number(String digits, String line) {
    return QueueCells.number(COMMAND, line, digits).orElseThrow();
  }
}
