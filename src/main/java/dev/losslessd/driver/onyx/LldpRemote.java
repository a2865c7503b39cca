package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.HeadedTable;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import java.util.ArrayList;
import java.util.List;

/** {@code show lldp remote}, for a switch without SNMP. */
final class LldpRemote {
  static final String TEXT = "show lldp remote";
  static final String COMMAND = TEXT + " | json-print";

  private static final List<String> COLUMNS =
      List.of("Local Interface", "Device ID", "Port ID", "System Name");

  private LldpRemote() {}

  /** By local port; the fields are the columns of the table for people. */
  static List<Neighbour> parse(DeviceId device, String text) {
    if (text.isBlank()) {
      throw ParseErrors.at(COMMAND, text, "neighbours by port");
    }
    List<Neighbour> all = new ArrayList<>();
    for (DeviceJson part : DeviceJson.parse(COMMAND, text).rows()) {
      for (String port : part.fields()) {
        if (Ports.isPort(port)) {
          for (DeviceJson row : part.rows(port)) {
            String name = row.textIfThere(COLUMNS.get(3)).orElse(LldpMib.NO_NAME);
            add(all, device, List.of(port, row.text("Device ID"), row.text("Port ID"), name));
          }
        }
      }
    }
    return List.copyOf(all);
  }

  /** The table for people. */
  static List<Neighbour> parseText(DeviceId device, String text) {
    List<Neighbour> all = new ArrayList<>();
    for (List<String> cells : HeadedTable.parse(TEXT, text, COLUMNS, "Eth")) {
      if (!Ports.isPort(cells.getFirst())) {
        throw ParseErrors.at(TEXT, cells.getFirst(), "a port");
      }
      add(all, device, cells);
    }
    return List.copyOf(all);
  }

  /**
   * A system without a name goes by its chassis.
   *
   * @param cells local port, chassis, port, name
   */
  private static void add(List<Neighbour> all, DeviceId device, List<String> cells) {
    PortId port = new PortId(device, cells.get(0));
    Neighbour.of(port, cells.get(3), () -> cells.get(1), cells.get(2)).ifPresent(all::add);
  }
}
