package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Trust;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * {@code show qos interface ethernet X}: what a port trusts, and its two maps.
 *
 * @param parts of the port, as printed: trust, then to switch-priority, then to traffic class
 */
record QosTable(String command, List<DeviceJson> parts) {
  private static final String TRUST = "Trust mode";
  private static final String TO_PRIORITY = "to switch-priority mapping";
  private static final String REWRITE = "rewrite mapping";

  static String command(String port) {
    return "show qos interface ethernet " + Ports.number(port) + " | json-print";
  }

  static QosTable parse(String port, String text) {
    DeviceJson json = DeviceJson.parse(command(port), text);
    List<DeviceJson> parts = json.rows(port);
    json.garbledIf(parts.isEmpty(), "", port);
    return new QosTable(command(port), parts);
  }

  /** L2 is PCP and L3 is DSCP; with both, packets of IP go by DSCP and others by PCP. */
  Trust trust() {
    for (DeviceJson part : parts) {
      String mode = part.textIfThere(TRUST).orElse("");
      switch (mode) {
        case "" -> {}
        case "L2" -> {
          return new Trust(Trust.Field.PCP);
        }
        case "L3", "both" -> {
          return new Trust(Trust.Field.DSCP);
        }
        default -> throw part.garbled(TRUST, "L2, L3 or both");
      }
    }
    throw parts.getFirst().garbled(TRUST, "L2, L3 or both");
  }

  /**
   * Returns the map from DSCP to switch-priority.
   *
   * @throws DeviceException UNSUPPORTED where no such map is printed, as with {@code L2}
   */
  DscpMap dscp() {
    TreeMap<Dscp, Priority> map = new TreeMap<>();
    List<DeviceJson> rows = new ArrayList<>();
    maps(TO_PRIORITY).forEach(one -> one.named((_, row) -> rows.add(row)));
    for (DeviceJson row : rows) {
      String codes = row.textIfThere("DSCP").orElse("");
      Priority priority = Priority.of(number(row, "switch-priority", 7));
      for (String code : codes.isBlank() ? new String[0] : Pattern.of("[ ,]+").split(codes, -1)) {
        row.garbledIf(!Pattern.matches("[0-9]|[1-5][0-9]|6[0-3]", code), "DSCP", "numbers 0..63");
        if (map.put(Dscp.of(Integer.parseInt(code)), priority) != null) {
          throw row.garbled("DSCP", "each DSCP once");
        }
      }
    }
    if (map.isEmpty()) {
      throw DeviceException.unsupported("'" + command + "' prints no DSCP of this port");
    }
    return new DscpMap(map);
  }

  /**
   * Traffic class of each switch-priority.
   *
   * @throws DeviceException GARBLED unless all eight are printed
   */
  List<Integer> classOfPriority() {
    Integer[] classes = new Integer[Priority.COUNT];
    for (DeviceJson map : maps(REWRITE)) {
      for (String priority : map.fields()) {
        if (Pattern.matches("[0-7]", priority)) {
          for (DeviceJson row : map.rows(priority)) {
            classes[Integer.parseInt(priority)] = number(row, "TC", 7);
          }
        }
      }
    }
    for (int n = 0; n < classes.length; n++) {
      if (classes[n] == null) {
        throw parts.getLast().garbled("", "the traffic class (TC) of switch-priority " + n);
      }
    }
    return List.of(classes);
  }

  /** The maps of the port whose names have these words. */
  private List<DeviceJson> maps(String words) {
    return parts.stream()
        .flatMap(part ->
            part.fields().stream()
                .filter(field -> field.contains(words))
                .flatMap(field -> part.rows(field).stream()))
        .toList();
  }

  private static int number(DeviceJson row, String field, int largest) {
    long number = row.whole(field);
    row.garbledIf(number < 0 || number > largest, field, "0.." + largest);
    return (int) number;
  }
}
