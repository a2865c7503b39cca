package dev.losslessd.driver.sonic;

import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.Neighbour.Forwarding;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.Ruler;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    @Nullable Ruler ruler = null;
    int rows = 0;
    int total = -1;
    boolean headed = false;
    for (String line : text.split("\n", -1)) {
      String bare = line.strip();
      if (bare.startsWith(TOTAL)) {
        total = total(bare);
      } else if (bare.startsWith(HEAD)) {
        headed = true;
      } else if (headed && ruler == null) {
        ruler = ruler(line);
      } else if (ruler != null && !bare.isEmpty() && !Pattern.matches("-+", bare)) {
        rows++;
        neighbour(device, ruler.cells(line)).ifPresent(all::add);
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
    ParseErrors.throwIf(!Pattern.matches("\\d{1,6}", number), COMMAND, bare, "a number of entries");
    return Integer.parseInt(number);
  }

  private static Ruler ruler(String line) {
    Ruler ruler = Ruler.of(line);
    if (ruler.starts().size() < 3) {
      throw ParseErrors.at(COMMAND, line, "dashes under three columns or more");
    }
    return ruler;
  }

  private static Optional<Neighbour> neighbour(DeviceId device, List<String> cells) {
    String port = cells.getFirst();
    return SonicSnapshot.isPort(port) && !cells.get(1).isEmpty() && !cells.get(2).isEmpty()
        ? Optional.of(
            new Neighbour(new PortId(device, port), cells.get(1), cells.get(2))
                .forwarding(forwarding(cells)))
        : Optional.empty();
  }

  /** Letters of the enabled capabilities: B for bridge, R for router, O for others. */
  private static Forwarding forwarding(List<String> cells) {
    String codes = cells.size() < 4 ? "" : cells.get(3);
    return Pattern.matches("[BRO]+", codes)
        ? Forwarding.of(codes.contains("B") || codes.contains("R"))
        : Forwarding.UNKNOWN;
  }
}
