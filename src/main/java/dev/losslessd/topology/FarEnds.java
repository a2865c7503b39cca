package dev.losslessd.topology;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the port that an LLDP neighbour is. Agents name a host by its short name, its domain name
 * or only an address. They name its port by the netdev's name or address (lldpd and NIC firmware
 * send the address).
 */
public final class FarEnds {
  private final DeviceId host;
  private final Map<String, PortId> byMac = new HashMap<>();
  private final Set<PortId> nics = new HashSet<>();
  private final List<DeviceId> known;

  /** Ports of switches by the names that these tell their neighbours. */
  private final Map<DeviceId, Map<String, PortId>> byOtherName = new HashMap<>();

  /**
   * @param host this one
   * @param nics its ports
   * @param others every other device that has a name here
   */
  public FarEnds(DeviceId host, Collection<Nic> nics, Collection<DeviceId> others) {
    this.host = host;
    this.known = others.stream().filter(other -> !other.equals(host)).distinct().toList();
    Set<String> shared = new HashSet<>();
    for (Nic nic : nics) {
      this.nics.add(nic.port());
      if (nic.role() == Nic.Role.PHYSICAL || nic.role() == Nic.Role.BOND_MEMBER) {
        MacAddress.normal(nic.mac())
            .filter(mac -> byMac.put(mac, nic.port()) != null)
            .ifPresent(shared::add);
      }
    }
    shared.forEach(byMac::remove); // two ports with one address: neither can be told by it
  }

  /**
   * Another name of a port, which its neighbours hear: on SONiC the alias, which need not be a name
   * that a port can have here, as in {@code Eth1(Port1)}.
   */
  public void learn(PortId port, String name) {
    byOtherName.computeIfAbsent(port.device(), _ -> new HashMap<>()).put(name, port);
  }

  /**
   * @param system the neighbour's system name, else its chassis id
   * @param port its port id
   * @return empty where either cannot be a name here
   */
  public Optional<PortId> port(String system, String port) {
    Optional<String> mac = MacAddress.normal(port);
    Optional<PortId> own = mac.map(byMac::get);
    return own.isPresent() ? own : named(device(system), mac.orElse(port));
  }

  private Optional<PortId> named(String device, String port) {
    return byOtherName.entrySet().stream()
        .filter(one -> one.getKey().name().equals(device))
        .flatMap(one -> Optional.ofNullable(one.getValue().get(port)).stream())
        .findFirst()
        .or(() -> valid(device, port));
  }

  /** Whether this port is of a device that the agent can read. */
  public boolean isKnown(PortId port) {
    return nics.contains(port) || known.contains(port.device());
  }

  private String device(String system) {
    Optional<String> mac = MacAddress.normal(system);
    if (mac.isPresent()) {
      PortId own = byMac.get(mac.get());
      return own == null ? mac.get().replace(':', '-') : own.device().name();
    }
    if (sameHost(host.name(), system)) {
      return host.name();
    }
    return known.stream()
        .map(DeviceId::name)
        .filter(name -> sameHost(name, system))
        .findFirst()
        .orElse(system);
  }

  /** Equal; or the same first label where one of them has no domain. */
  static boolean sameHost(String one, String other) {
    String first = one.toLowerCase(Locale.ROOT);
    String second = other.toLowerCase(Locale.ROOT);
    boolean bothWhole = first.contains(".") && second.contains(".");
    return bothWhole ? first.equals(second) : label(first).equals(label(second));
  }

  private static String label(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  private static Optional<PortId> valid(String device, String port) {
    try {
      return Optional.of(new PortId(new DeviceId(device), port));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
