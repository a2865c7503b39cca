package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/** {@code show interface priority-flow-control}: mode and state of PFC by port. */
final class PfcTable {
  static final String COMMAND = "show interface priority-flow-control";

  /** The bit map is hexadecimal, and absent while Oper is Off. */
  private static final PortTable TABLE =
      new PortTable(
          COMMAND,
          List.of(Pattern.compile("Port\\s+Mode\\s+Oper\\s*\\(VL bmap\\)\\s+RxPPP\\s+TxPPP")),
          "the header Port Mode Oper(VL bmap) RxPPP TxPPP",
          Pattern.compile(
              "(\\S+)\\s+(?i:(auto|on|off))\\s+(?i:(on|off))(?:\\s+\\(([0-9a-fA-F]{1,2})\\))?"
                  + "\\s+(\\d+)\\s+(\\d+)"),
          "port, mode, oper, (bitmap), two counters");

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

  static PortRows<Row> parsePfc(String text) {
    return TABLE.parse(text, PfcTable::row);
  }

  private static Row row(Matcher row) {
    boolean operating = row.group(3).equalsIgnoreCase("on");
    String bits = row.group(4);
    if (operating != (bits != null)) {
      throw ParseErrors.at(COMMAND, row.group(), "a bitmap with Oper On and none with Off");
    }
    return new Row(
        Mode.valueOf(row.group(2).toUpperCase(Locale.ROOT)),
        operating,
        bits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(bits, 16)),
        TABLE.number(row, 5),
        TABLE.number(row, 6));
  }
}
