package dev.losslessd.inventory;

import dev.losslessd.config.PolicyScope;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import dev.losslessd.topology.MacAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ports of the switches that this agent manages and that the policy is for. A port has a host at
 * its other end where {@code links} declares a device that is no switch of the config, or where
 * LLDP shows a system that is no switch. LLDP cannot show whether a host does RDMA: every host on a
 * fabric port counts. A member of a bundle is left out where its QoS is set on the bundle. A switch
 * that was not read since the start of the process has none.
 *
 * @param nics ports of this host, and of servers that this agent sets
 * @param switches every switch of the config
 */
public record PolicyPorts(
    PolicyScope scope, Links links, Set<PortId> nics, Set<DeviceId> switches) {
  /**
   * A switch that this agent manages, as it is known now.
   *
   * @param named ports of this fabric in the config; empty for those that LLDP finds
   * @param ports ports that the switch itself names
   * @param members ports among them whose QoS is set at the bundle that they are members of
   * @param neighbours as last heard
   */
  public record Leaf(
      DeviceId device,
      List<String> named,
      Set<PortId> ports,
      Set<PortId> members,
      List<Neighbour> neighbours) {
    private boolean isOfFabric(PortId port) {
      return named.isEmpty() || named.contains(port.name());
    }
  }

  public PolicyPorts {
    nics = Set.copyOf(nics);
    switches = Set.copyOf(switches);
  }

  /**
   * Ports that the policy is for now. From memory; asks no device.
   *
   * @param nics ports of this host, and of servers that this agent sets
   */
  public static SortedSet<PortId> of(
      PolicyScope scope, Inventory inventory, Collection<PortId> nics) {
    Cabling now = inventory.cabling();
    return new PolicyPorts(scope, now.links(), Set.copyOf(nics), now.switches()).of(now.leaves());
  }

  SortedSet<PortId> of(Collection<Leaf> leaves) {
    Map<DeviceId, List<PortId>> cabled =
        links.all().stream()
            .flatMap(link -> Stream.of(link.a(), link.b()))
            .filter(port -> !MacAddress.is(port.name()))
            .collect(Collectors.groupingBy(PortId::device));
    TreeSet<PortId> all = new TreeSet<>();
    for (Leaf leaf : leaves) {
      if (leaf.ports().isEmpty()) {
        continue; // not read since the start: a plan with its ports is refused as a whole
      }
      Set<PortId> hosts = hosts(leaf.neighbours());
      Set<PortId> ports = new TreeSet<>(leaf.ports());
      ports.addAll(cabled.getOrDefault(leaf.device(), List.of()));
      ports.stream().filter(port -> isIn(leaf, hosts, port)).forEach(all::add);
    }
    return all;
  }

  private boolean isIn(Leaf leaf, Set<PortId> hosts, PortId port) {
    if (scope.excludes(port) || leaf.members().contains(port)) {
      return false;
    }
    boolean declared = links.at(port).filter(one -> one.source() == Link.Source.CONFIG).isPresent();
    boolean here = leaf.ports().contains(port);
    if (!declared && !here) {
      return false; // broken out, or its card was pulled: it could only be refused
    }
    boolean own = scope.mine() && links.peer(port).filter(nics::contains).isPresent();
    boolean wide = (scope.rdma() && hasHost(hosts, port, declared)) || (scope.all() && here);
    return own || scope.names(port) || (wide && (declared || leaf.isOfFabric(port)));
  }

  /** What the config declares goes before LLDP; a known switch is none, whatever it announces. */
  private boolean hasHost(Set<PortId> hosts, PortId port, boolean declared) {
    boolean isSwitch =
        links.peer(port).filter(peer -> switches.contains(peer.device())).isPresent();
    return !isSwitch && (declared || hosts.contains(port));
  }

  /** Ports with a neighbor that is a host. */
  static Set<PortId> hosts(Collection<Neighbour> neighbours) {
    return neighbours.stream()
        .filter(PolicyPorts::isHost)
        .map(Neighbour::localPort)
        .collect(Collectors.toSet());
  }

  /**
   * Whether a neighbor of unknown name is a host. Switches announce bridge or router and give their
   * port by its name. lldpd and NIC firmware give a port by its address, also where containers make
   * the host a bridge and a router (lldpcli(8), portidsubtype). Where no capabilities are known and
   * the port has a name, it can be either: it is not taken for a host.
   */
  static boolean isHost(Neighbour neighbour) {
    return MacAddress.is(neighbour.remotePort())
        || neighbour.forwarding() == Neighbour.Forwarding.NO;
  }
}
