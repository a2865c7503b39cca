package dev.losslessd.watch;

import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.Inventory;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Ports that should carry traffic and are not ACTIVE: wired, set, or seen active since the start. A
 * port that does not tell is not judged. For one thread at a time.
 */
final class InactivePorts {
  /**
   * A port that tells of its link.
   *
   * @param active whether it can carry traffic now
   * @param state in the device's words: {@code DOWN}
   * @param shut whether it was switched off by configuration, as far as is told
   */
  record Port(PortId id, boolean active, String state, boolean shut) {}

  /**
   * Ports that tell, of this host, of servers and of switches. Functions that no cable is put in
   * are left out: those of guests, and their representors.
   *
   * @param links of ports of switches
   */
  static List<Port> told(Inventory inventory, Map<PortId, LinkReading> links) {
    List<Port> all = new ArrayList<>();
    Host host = inventory.host();
    Stream.concat(host.nics().stream(), inventory.switchRegistry().serverNics().stream())
        .filter(nic -> nic.isActive() || nic.isInactive())
        .filter(nic -> nic.role() != Nic.Role.VIRTUAL_FUNCTION)
        .filter(nic -> nic.role() != Nic.Role.REPRESENTOR)
        .forEach(nic -> {
          boolean own = nic.port().device().equals(host.id());
          boolean shut = own && nic.isInactive() && host.isShut(nic.port());
          all.add(new Port(nic.port(), nic.isActive(), nic.state(), shut));
        });
    links.forEach(
        (port, link) -> all.add(new Port(port, link.up(), link.up() ? "up" : "down", link.shut())));
    return all;
  }

  private final Set<PortId> wereActive = new HashSet<>();
  private Set<PortId> down = Set.of();

  /**
   * Judges all ports once more.
   *
   * @param needed whether a port is wired, or has settings that are wanted
   * @param held whether an open commit has the port: one that it takes down for a moment is its
   *     guard's to judge, and no finding; one that was down before is
   */
  List<Finding> round(Collection<Port> ports, Predicate<PortId> needed, Predicate<PortId> held) {
    List<Finding> found = new ArrayList<>();
    Set<PortId> next = new HashSet<>();
    for (Port port : ports) {
      if (port.active()) {
        wereActive.add(port.id());
      } else if (down.contains(port.id()) || !held.test(port.id())) {
        next.add(port.id());
        if (wereActive.contains(port.id()) || needed.test(port.id())) {
          found.add(finding(port));
        }
      }
    }
    down = next;
    return found;
  }

  private static Finding finding(Port port) {
    Finding found =
        FindingRule.PORT_NOT_ACTIVE.at(
            port.id().toString(),
            "the port is %s, %s: it carries nothing, and has no rate"
                .formatted(
                    port.state(),
                    port.shut() ? "switched off by its configuration" : "not ACTIVE"));
    return port.shut()
        ? found.advising("switch it on where it shall carry traffic, or take it out of the config")
        : found.worseIf(true);
  }
}
