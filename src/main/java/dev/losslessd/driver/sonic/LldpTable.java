package dev.losslessd.driver.sonic;

import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import java.util.ArrayList;
import java.util.List;

/** {@code show lldp table}: columns as wide as the dashes under their names. */
final class LldpTable {
  static final String COMMAND = "show lldp table";

  private static final String HEAD = "LocalPort";
  private static final String TOTAL = "Total entries displayed:";

  private LldpTable() {}

  /**
   * Neighbours of front panel ports. The last line tells how many rows there are: without it, or
   * with another number, the text was cut.
   */
  static List<Neighbour> parse(DeviceId device, String text) {
    List<Neighbour> all = new ArrayList<>();
    List<int[]> columns = List.of();
    int rows = 0;
    int total = -1;
    boolean headed = false;
    for (String line : text.split("\n", -1)) {
      String bare = line.strip();
      if (bare.startsWith(TOTAL)) {
        total = total(bare);
      } else if (bare.startsWith(HEAD)) {
        headed = true;
      } else if (headed && columns.isEmpty()) {
        columns = columns(line);
      } else if (headed && !bare.isEmpty() && !bare.matches("-+")) {
        rows++;
        neighbour(device, line, columns, all);
      }
    }
    if (total != rows) {
      throw ParseErrors.at(
          COMMAND, total < 0 ? text : TOTAL + " " + total, rows + " rows and their number behind");
    }
    return List.copyOf(all);
  }

  private static int total(String bare) {
    String number = bare.substring(TOTAL.length()).strip();
    if (!number.matches("\\d{1,6}")) {
      throw ParseErrors.at(COMMAND, bare, "a number of entries");
    }
    return Integer.parseInt(number);
  }

  /** Begin and end of each run of dashes. */
  private static List<int[]> columns(String line) {
    List<int[]> all = new ArrayList<>();
    int at = 0;
    while (at < line.length()) {
      int begin = line.indexOf('-', at);
      if (begin < 0) {
        break;
      }
      int end = begin;
      while (end < line.length() && line.charAt(end) == '-') {
        end++;
      }
      all.add(new int[] {begin, end});
      at = end;
    }
    if (all.size() < 3) {
      throw ParseErrors.at(COMMAND, line, "dashes under three columns or more");
    }
    return all;
  }

  private static void neighbour(
      DeviceId device, String line, List<int[]> columns, List<Neighbour> all) {
    String port = cell(line, columns.get(0));
    String system = cell(line, columns.get(1));
    String remote = cell(line, columns.get(2));
    if (SonicSnapshot.isPort(port) && !system.isEmpty() && !remote.isEmpty()) {
      all.add(new Neighbour(new PortId(device, port), system, remote));
    }
  }

  private static String cell(String line, int[] column) {
    return column[0] >= line.length()
        ? ""
        : line.substring(column[0], Math.min(column[1], line.length())).strip();
  }
}
