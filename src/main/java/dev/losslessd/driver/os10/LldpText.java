package dev.losslessd.driver.os10;

import dev.losslessd.driver.HeadedTable;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Optional;

/**
 * {@code show lldp neighbors}, where a switch has no {@code display-xml}. Its columns are narrow: a
 * name that ends with dots is cut, and the neighbour then goes by its chassis.
 */
final class LldpText {
  static final String COMMAND = "show lldp neighbors";

  private static final List<String> COLUMNS =
      List.of("Loc PortID", "Rem Host Name", "Rem Port Id", "Rem Chassis Id");
  private static final String ADDRESS = "(?i)(?:[0-9a-f]{2}:){5}[0-9a-f]{2}";

  private LldpText() {}

  static List<Neighbour> parse(DeviceId device, String text) {
    return HeadedTable.parse(COMMAND, text, COLUMNS, "ethernet").stream()
        .flatMap(cells -> neighbour(device, cells).stream())
        .toList();
  }

  private static Optional<Neighbour> neighbour(DeviceId device, List<String> cells) {
    String port = cells.getFirst();
    ParseErrors.throwIf(!RunningConfig.isPort(port), COMMAND, port, "a port");
    String chassis = Pattern.matches(ADDRESS, cells.get(3)) ? cells.get(3) : "";
    return Neighbour.of(
        new PortId(device, port), whole(cells.get(1)), () -> chassis, whole(cells.get(2)));
  }

  private static String whole(String cell) {
    return cell.endsWith("...") ? "" : cell;
  }
}
