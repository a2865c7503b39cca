package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Mtu;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One physical NIC of a host.
 *
 * @param driver kernel module that has it
 * @param up whether its link is
 * @param mbps 0 without a link
 */
record Vmnic(String name, String driver, boolean up, long mbps, Mtu mtu) {
  static final String COMMAND = "esxcli network nic list";

  private static final List<String> COLUMNS =
      List.of("Name", "Driver", "Speed", "MAC Address", "MTU", "Description");

  /** Whether NVIDIA's native driver has it. */
  boolean isNmlx5() {
    return driver.startsWith("nmlx5");
  }

  /**
   * @return by name
   * @throws DeviceException GARBLED for what is no such table
   */
  static Map<String, Vmnic> parse(String text) {
    Map<String, Vmnic> all = new TreeMap<>();
    for (Map<String, String> row : TableText.parse(COMMAND, text, COLUMNS)) {
      Vmnic nic = of(row);
      if (all.put(nic.name(), nic) != null) {
        throw ParseErrors.at(COMMAND, nic.name(), "each NIC once");
      }
    }
    return all;
  }

  private static Vmnic of(Map<String, String> row) {
    require(row, "MAC Address", "([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}");
    return new Vmnic(
        require(row, "Name", "[A-Za-z][A-Za-z0-9]{0,31}"),
        require(row, "Driver", "[A-Za-z][A-Za-z0-9_-]{0,40}"),
        require(row, row.containsKey("Link Status") ? "Link Status" : "Link", "Up|Down")
            .equals("Up"),
        Long.parseLong(require(row, "Speed", "\\d{1,7}")),
        mtu(require(row, "MTU", "\\d{2,5}")));
  }

  private static Mtu mtu(String text) {
    return Mtu.parse(text)
        .orElseThrow(
            () -> ParseErrors.at(COMMAND, text, "an MTU of " + Mtu.SMALLEST + ".." + Mtu.LARGEST));
  }

  private static String require(Map<String, String> row, String heading, String form) {
    String cell = TableText.cell(row, heading);
    ParseErrors.throwIf(!Pattern.matches(form, cell), COMMAND, cell, heading + " like " + form);
    return cell;
  }
}
