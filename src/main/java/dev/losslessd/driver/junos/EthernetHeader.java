package dev.losslessd.driver.junos;

import static dev.losslessd.driver.junos.Statements.path;

import dev.losslessd.driver.DeviceException;
import java.util.List;
import java.util.Map;

/**
 * What {@code mtu} of a Junos port counts beside the IP packet: the Ethernet header without its
 * check sum, 14 bytes, and 4 more for each VLAN tag of the port's encapsulation (Juniper, network
 * interfaces of EX4300, "Configuring the Media MTU": default media MTU = default IP MTU +
 * encapsulation overhead, 14 of Ethernet version 2, 18 of 802.1Q). A trunk of family
 * ethernet-switching shows 1514 and carries 1500 bytes of IP with its tag.
 */
final class EthernetHeader {
  private static final int PLAIN = 14;

  /**
   * Bytes of the tags, by the statement of the port, its range or its bundle. Flexible ports may
   * have two.
   */
  private static final Map<String, Integer> TAGS =
      Map.of("vlan-tagging", 4, "flexible-vlan-tagging", 8, "stacked-vlan-tagging", 8);

  private EthernetHeader() {}

  /**
   * Returns the bytes of header and tags.
   *
   * @throws DeviceException UNSUPPORTED if an applied group tags ports, which is not followed
   */
  static int of(JunosConfig junosConfig, String port) {
    int tags =
        junosConfig
            .encapsulation(port)
            .flatMap(place ->
                TAGS.entrySet().stream()
                    .filter(tag -> junosConfig.active().has(Statements.join(place, tag.getKey()))))
            .mapToInt(Map.Entry::getValue)
            .max()
            .orElse(0);
    if (tags == 0) {
      junosConfig
          .groups()
          .filter(name -> tagsPorts(junosConfig, name))
          .findFirst()
          .ifPresent(name -> {
            throw DeviceException.unsupported(
                "group " + name + " is applied and tags ports: which, is not followed");
          });
    }
    return PLAIN + tags;
  }

  private static boolean tagsPorts(JunosConfig junosConfig, String group) {
    List<String> at = path("groups", group, "interfaces");
    return junosConfig.active().all().stream()
        .anyMatch(one -> Statements.begins(one, at) && TAGS.containsKey(one.getLast()));
  }
}
