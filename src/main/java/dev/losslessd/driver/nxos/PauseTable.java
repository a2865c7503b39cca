package dev.losslessd.driver.nxos;

import dev.losslessd.model.GlobalPause;
import dev.losslessd.text.Pattern;
import java.util.List;

/** {@code show interface flowcontrol}: 802.3x pause by port, as it is set. */
final class PauseTable {
  static final String COMMAND = "show interface flowcontrol";
  private static final PortTable TABLE =
      new PortTable(
          COMMAND,
          List.of(
              Pattern.compile(
                  "Port\\s+Send\\s+FlowControl\\s+Receive\\s+FlowControl\\s+RxPause\\s+TxPause"),
              Pattern.compile("admin\\s+oper\\s+admin\\s+oper")),
          "the two header lines",
          Pattern.compile(
              "(\\S+)\\s+(on|off|desired)\\s+(on|off)\\s+(on|off|desired)\\s+(on|off)"
                  + "\\s+(\\d+)\\s+(\\d+)"),
          "port, send and receive with admin and oper, 2 counters");

  /**
   * Link pause of one port.
   *
   * @param pause as it is set; {@code desired} counts as on: the port offers it
   * @param received 802.3x frames since they were cleared
   * @param sent 802.3x frames since they were cleared
   */
  record Row(GlobalPause pause, long received, long sent) {}

  private PauseTable() {}

  static PortRows<Row> parsePause(String text) {
    return TABLE.parse(
        text,
        row ->
            new Row(
                new GlobalPause(!row.group(4).equals("off"), !row.group(2).equals("off")),
                TABLE.number(row, 6),
                TABLE.number(row, 7)));
  }
}
