package dev.losslessd.driver.esxi;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The driver of a NIC as {@code esxcli network nic get} tells it: a section {@code Driver Info}
 * between lines of other subjects (format of two public captures, 6.7 with nmlx5_core and 8.0 with
 * nvmxnet3).
 *
 * @param busInfo {@code 0000:5e:00:1}, whose last sign differs from what other commands print
 * @param driver {@code nmlx5_core}
 * @param firmware empty where it says none
 * @param version of the driver
 */
record DriverInfo(String busInfo, String driver, String firmware, String version) {
  private static final Pattern HEAD = Pattern.compile("( *)Driver Info: ?");
  private static final Pattern LINE = Pattern.compile("( +)([A-Z][A-Za-z ]*): ?([ -~]{0,80}?) *");

  static String command(String nic) {
    return "esxcli network nic get -n " + nic;
  }

  /**
   * @throws dev.losslessd.driver.DeviceException GARBLED without a whole section, one line of each
   */
  static DriverInfo parse(String nic, String text) {
    String command = command(nic);
    Map<String, String> section = new LinkedHashMap<>();
    int depth = -1;
    boolean whole = false;
    for (String line : text.lines().toList()) {
      Matcher head = HEAD.matcher(line);
      Matcher inner = LINE.matcher(line);
      if (head.matches()) {
        depth = head.group(1).length();
      } else if (depth >= 0 && inner.matches() && inner.group(1).length() > depth) {
        if (section.put(inner.group(2), inner.group(3)) != null) {
          throw ParseErrors.at(command, line, "each line once");
        }
      } else if (depth >= 0) {
        whole = true;
        break;
      }
    }
    ParseErrors.throwIf(!whole, command, text, "'Driver Info:', its lines, and a line behind them");
    return new DriverInfo(
        need(command, section, "Bus Info"),
        need(command, section, "Driver"),
        need(command, section, "Firmware Version"),
        need(command, section, "Version"));
  }

  private static String need(String command, Map<String, String> section, String word) {
    String value = section.get(word);
    if (value == null) {
      throw ParseErrors.at(command, String.join(", ", section.keySet()), "a line '" + word + ":'");
    }
    return value.equals("N/A") ? "" : value;
  }
}
