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
import java.util.Optional;

/** {@code show lldp remote}, for a switch without SNMP. */
final class LldpRemote {
  static final String TEXT = "show lldp remote";
  static final String COMMAND = TEXT + " | json-print";

  private static final List<String> COLUMNS =
      List.of("Local Interface", "Device ID", "Port ID", "System Name");

  private LldpRemote() {}

  /** By local port; the fields are the columns of the table for people. */
  static List<Neighbour> parse(DeviceId device, String text) {
    ParseErrors.throwIf(text.isBlank(), COMMAND, text, "neighbours by port");
    List<Neighbour> all = new ArrayList<>();
    for (DeviceJson part : DeviceJson.parse(COMMAND, text).rows()) {
      for (String port : part.fields()) {
        if (Ports.isPort(port)) {
          for (DeviceJson row : part.rows(port)) {
            String name = row.textIfThere(COLUMNS.get(3)).orElse(LldpMib.NO_NAME);
            neighbour(device, List.of(port, row.text("Device ID"), row.text("Port ID"), name))
                .ifPresent(all::add);
          }
        }
      }
    }
    return List.copyOf(all);
  }

  /** The table for people. */
  static List<Neighbour> parseText(DeviceId device, String text) {
    return HeadedTable.parse(TEXT, text, COLUMNS, "Eth").stream()
        .flatMap(cells -> neighbour(device, cells).stream())
        .toList();
  }

  /**
   * A system without a name goes by its chassis.
   *
   * @param cells local port, chassis, port, name
   */
  private static Optional<Neighbour> neighbour(DeviceId device, List<String> cells) {
    String port = cells.getFirst();
    ParseErrors.throwIf(!Ports.isPort(port), TEXT, port, "a port");
    return Neighbour.of(new PortId(device, port), cells.get(3), () -> cells.get(1), cells.get(2));
  }
}
