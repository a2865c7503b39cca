package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.text.Pattern;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * PFC that runs on a NIC, by DCBX or by the module's parameters. Only the names of the fields are
 * sourced: indentation, order and other fields are taken as they come, values are not.
 */
final class DcbStatus {
  private static final String ENABLED = "pfc enabled";
  private static final String CONFIGURATION = "pfc configuration";
  private static final String SENT = "sent pfc frames";

  private static final String MODE = "mode";
  private static final String NUMBERS = "(?:\\d{1,19}[ ,]+){" + (Priority.COUNT - 1) + "}\\d{1,19}";

  private DcbStatus() {}

  static String command(String nic) {
    return "esxcli network nic dcb status get -n " + nic;
  }

  /**
   * @throws DeviceException GARBLED if it does not say whether, and for which
   */
  static EsxiSnapshot.Dcb.Runs parse(String nic, String text) {
    String command = command(nic);
    ParseErrors.throwIf(!text.endsWith("\n"), command, text, "whole lines");
    Map<String, String> fields = fields(command, nic, text);
    boolean on =
        switch (need(command, text, fields, ENABLED)) {
          case "true" -> true;
          case "false" -> false;
          default -> throw ParseErrors.at(command, text, "PFC Enabled: true or false");
        };
    PrioritySet set = set(command, need(command, text, fields, CONFIGURATION));
    String sent = fields.get(SENT);
    if (sent != null && !Pattern.matches(NUMBERS, sent)) {
      throw ParseErrors.at(command, sent, "a number for each of 8 priorities");
    }
    List<Long> frames =
        sent == null
            ? List.of()
            : Arrays.stream(Pattern.of("[ ,]+").split(sent)).map(Long::parseLong).toList();
    String mode = fields.getOrDefault(MODE, "").toUpperCase(Locale.ROOT);
    return new EsxiSnapshot.Dcb.Runs(on ? set : PrioritySet.NONE, mode.startsWith("CEE"), frames);
  }

  private static Map<String, String> fields(String command, String nic, String text) {
    Map<String, String> fields = new HashMap<>();
    for (String line : text.lines().toList()) {
      int colon = line.indexOf(':');
      ParseErrors.throwIf(colon < 0 && !line.isBlank(), command, line, "a field and its value");
      String name = line.substring(0, Math.max(colon, 0)).strip().toLowerCase(Locale.ROOT);
      if (Pattern.matches("vmnic\\d+", name) && !name.equals(nic.toLowerCase(Locale.ROOT))) {
        throw ParseErrors.at(command, line, "the status of " + nic);
      }
      if (!line.isBlank() && fields.put(name, line.substring(colon + 1).strip()) != null) {
        throw ParseErrors.at(command, line, "each field once");
      }
    }
    return fields;
  }

  private static String need(String command, String text, Map<String, String> fields, String name) {
    @Nullable String value = fields.get(name);
    if (value == null) {
      throw ParseErrors.at(command, text, "a field '" + name + "'");
    }
    return value;
  }

  /** {@code 0 0 0 1 0 0 0 0}: priority 0 first. */
  private static PrioritySet set(String command, String text) {
    List<String> bits = List.of(Pattern.of("[ ,]+").split(text));
    if (bits.size() != Priority.COUNT || !Set.of("0", "1").containsAll(bits)) {
      throw ParseErrors.at(command, text, "0 or 1 for each of 8 priorities");
    }
    return PrioritySet.of(
        IntStream.range(0, Priority.COUNT).filter(n -> bits.get(n).equals("1")).toArray());
  }
}
