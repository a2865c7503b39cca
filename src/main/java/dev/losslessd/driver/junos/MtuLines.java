package dev.losslessd.driver.junos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.driver.MtuRange;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * MTU of a port, in bytes of an IP packet. {@code mtu} of a Junos port counts beside it the
 * Ethernet header without its check sum, 14 bytes, and 4 more for each VLAN tag of the port's
 * encapsulation (Juniper, network interfaces of EX4300, "Configuring the Media MTU": default media
 * MTU = default IP MTU + encapsulation overhead, 14 of Ethernet version 2, 18 of 802.1Q). A trunk
 * of family ethernet-switching shows 1514 and carries 1500 bytes of IP with its tag.
 *
 * <p>{@code interfaces PORT unit N family inet mtu} is of one unit, and may be less than the media
 * MTU leaves (Juniper, "Protocol MTU"). A unit of family inet or inet6 without such a statement has
 * what the media MTU leaves.
 */
final class MtuLines {
  static final Pattern FORM = Pattern.compile("mtu .*");

  /** Media MTU of Juniper's QFX: 256 to 9216 bytes, the Ethernet header included. */
  private static final int LEAST_MEDIA = 256;

  private static final int MOST_MEDIA = 9216;
  private static final int PLAIN = 14;

  /** IP packet of a port without VLAN tagging that has {@code mtu 9216}, as Juniper's guides do. */
  static final int JUMBO = MOST_MEDIA - PLAIN;

  /**
   * Bytes of the tags, by the statement of the port, its range or its bundle. Flexible ports may
   * have two.
   */
  private static final Map<String, Integer> TAGS =
      Map.of("vlan-tagging", 4, "flexible-vlan-tagging", 8, "stacked-vlan-tagging", 8);

  private MtuLines() {}

  static Capability ability(JunosSnapshot now, String port) {
    try {
      int header = header(now.junosConfig(), port);
      OptionalInt units = ofUnits(now.junosConfig(), port);
      return units.isPresent()
          ? Capability.readOnly("its units have family mtu " + units.getAsInt() + ": set there")
          : Capability.writable(Risk.LINK_BOUNCE)
              .within(new MtuRange(LEAST_MEDIA - header, MOST_MEDIA - header));
    } catch (DeviceException e) {
      return Capability.readOnly(e.getMessage());
    }
  }

  static Reading read(JunosSnapshot now, String port) {
    int bytes = now.port(port).mtu().orElse(0);
    if (bytes < LEAST_MEDIA || bytes > Mtu.LARGEST) {
      throw ParseErrors.at(
          Interfaces.COMMAND, port + " MTU " + bytes, LEAST_MEDIA + "..65535 bytes");
    }
    int packet = bytes - header(now.junosConfig(), port);
    return new Reading.Value(
        new Mtu(Math.min(packet, ofUnits(now.junosConfig(), port).orElse(packet))),
        InverseWords.of(now.view().statements().below("interfaces " + port, FORM)));
  }

  static List<String> render(JunosSnapshot now, String port, Mtu wanted) {
    ofUnits(now.junosConfig(), port)
        .ifPresent(bytes -> {
          throw DeviceException.unsupported(
              port + ": its units have family mtu " + bytes + ": set there");
        });
    return List.of("mtu " + (wanted.bytes() + header(now.junosConfig(), port)));
  }

  /**
   * Returns the bytes of header and tags.
   *
   * @throws DeviceException UNSUPPORTED if an applied group tags ports, which is not followed
   */
  static int header(JunosConfig config, String port) {
    int tags =
        config
            .encapsulation(port)
            .flatMap(place ->
                TAGS.entrySet().stream()
                    .filter(tag -> config.active().has(place + " " + tag.getKey())))
            .mapToInt(Map.Entry::getValue)
            .max()
            .orElse(0);
    if (tags == 0) {
      String tagging = "(?:.* )?(?:" + String.join("|", TAGS.keySet()) + ")";
      requireNoGroup(config, tagging, "tags ports: which");
    }
    return PLAIN + tags;
  }

  /**
   * Returns the bytes that statements of a port's units, or of its bundle's, set; empty if none
   * does.
   *
   * @throws DeviceException UNSUPPORTED if the units differ, or if an applied group sets one, which
   *     is not followed
   */
  static OptionalInt ofUnits(JunosConfig config, String port) {
    requireNoGroup(config, ".* family \\S+ mtu \\S+", "sets an IP MTU: of which ports");
    Map<String, String> all = new TreeMap<>();
    Statements active = config.active();
    config
        .encapsulation(port)
        .forEach(place -> {
          for (String unit : active.names(place + " unit")) {
            for (String family : List.of("inet", "inet6")) {
              String words = "unit " + unit + " family " + family;
              if (active.has(place + " " + words)) {
                all.put(words, active.text(place + " " + words + " mtu").orElse(""));
              }
            }
          }
        });
    Set<String> different = Set.copyOf(all.values());
    if (different.size() > 1) {
      String each =
          all.entrySet().stream()
              .map(one -> one.getKey() + " " + text(one.getValue()))
              .collect(Collectors.joining(", "));
      throw DeviceException.unsupported(port + ": its units have different IP MTUs: " + each);
    }
    return different.stream()
        .filter(text -> !text.isEmpty())
        .mapToInt(text -> JunosConfig.number("family mtu " + text, text, 65_535, "0..65535 bytes"))
        .findFirst();
  }

  private static void requireNoGroup(JunosConfig config, String form, String what) {
    config
        .groups()
        .filter(name ->
            !config.active().below("groups " + name + " interfaces", Pattern.of(form)).isEmpty())
        .findFirst()
        .ifPresent(name -> {
          throw DeviceException.unsupported(
              "group " + name + " is applied and " + what + ", is not followed");
        });
  }

  private static String text(String mtu) {
    return mtu.isEmpty() ? "as the port" : PrintableText.brief(mtu);
  }
}
