package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.path;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code interfaces PORT unit N family inet mtu}: bytes of IP packet of one unit, which may be less
 * than the media MTU leaves (Juniper, "Protocol MTU"). A unit of family inet or inet6 without such
 * a statement has what the media MTU leaves.
 */
final class IpMtu {
  private static final List<String> FAMILIES = List.of("inet", "inet6");
  private static final int LARGEST = 65_535;

  private IpMtu() {}

  /**
   * Returns the bytes that statements of a port's units, or of its bundle's, set; empty if none
   * does.
   *
   * @throws DeviceException UNSUPPORTED if the units differ, or if an applied group sets one, which
   *     is not followed
   */
  static OptionalInt of(JunosConfig junosConfig, String port) {
    requireNoGroup(junosConfig);
    Map<String, String> all = new TreeMap<>();
    Statements active = junosConfig.active();
    junosConfig
        .encapsulation(port)
        .forEach(place -> {
          for (String unit : active.names(Statements.join(place, "unit"))) {
            for (String family : FAMILIES) {
              String words = "unit " + unit + " family " + family;
              List<String> at = Statements.join(place, words);
              if (active.has(at)) {
                all.put(words, active.text(Statements.join(at, "mtu")).orElse(""));
              }
            }
          }
        });
    if (all.values().stream().distinct().count() > 1) {
      throw DeviceException.unsupported(
          port
              + ": its units have different IP MTUs: "
              + all.entrySet().stream()
                  .map(one -> one.getKey() + " " + mtu(one.getValue()))
                  .collect(Collectors.joining(", ")));
    }
    return all.values().stream()
        .distinct()
        .filter(text -> !text.isEmpty())
        .mapToInt(text -> JunosConfig.number("family mtu " + text, text, LARGEST, "0..65535 bytes"))
        .findFirst();
  }

  private static void requireNoGroup(JunosConfig junosConfig) {
    junosConfig
        .groups()
        .filter(name ->
            junosConfig.active().below(path("groups", name, "interfaces")).stream()
                .anyMatch(line -> Pattern.matches(".* family \\S+ mtu \\S+", line)))
        .findFirst()
        .ifPresent(name -> {
          throw DeviceException.unsupported(
              "group " + name + " is applied and sets an IP MTU: of which ports, is not followed");
        });
  }

  private static String mtu(String text) {
    return text.isEmpty() ? "as the port" : PrintableText.brief(text);
  }
}
