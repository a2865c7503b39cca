package dev.losslessd.inventory;

import dev.losslessd.config.Config;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import dev.losslessd.topology.MacAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Ports whose counters this agent reads, of each switch: all of the fabric, or those at the other
 * end of a cable of this host. So each port of a leaf has one poller, however many hosts it has.
 */
public final class PolledPorts {
  private final SwitchRegistry switches;
  private final LinkRegistry links;
  private final DeviceId host;

  /** Switches of which only the ports that are wired to this host are read. */
  private volatile Set<DeviceId> partly = Set.of();

  private volatile Map<DeviceId, Set<PortId>> wired = Map.of();
  private volatile Map<DeviceId, List<PortId>> ports = Map.of();

  /** Ports that the config or a commit wants something of. */
  private volatile Supplier<Collection<PortId>> wanted = List::of;

  /**
   * @param inventory with every cable
   */
  public PolledPorts(Inventory inventory, Config.Poll config) {
    this(inventory.switchRegistry(), inventory.linkRegistry(), inventory.host().id(), config);
  }

  PolledPorts(SwitchRegistry switches, LinkRegistry links, DeviceId host, Config.Poll config) {
    this.switches = switches;
    this.links = links;
    this.host = host;
    follow(config);
  }

  /** Takes over another config, whose switches the registry has already. */
  public void follow(Config.Poll config) {
    Set<DeviceId> now = new TreeSet<>();
    for (DeviceId device : switches.ids()) {
      if (!config.readsAll(switches.config(device))) {
        now.add(device);
      }
    }
    partly = now;
    refresh();
  }

  /** Sets the source of ports to read wherever a switch is read as a whole. */
  public void alsoReads(Supplier<Collection<PortId>> ports) {
    wanted = ports;
  }

  /** Takes over what is known of cables, ports and intended settings now; asks no device. */
  public synchronized void refresh() {
    wired = partly.isEmpty() ? Map.of() : wired();
    Map<DeviceId, Set<PortId>> known = known();
    Map<DeviceId, List<PortId>> now = new TreeMap<>();
    for (DeviceId device : switches.ids()) {
      now.put(
          device,
          partly.contains(device)
              ? List.copyOf(wired.getOrDefault(device, Set.of()))
              : whole(device, known.getOrDefault(device, Set.of())));
    }
    ports = now;
  }

  private Map<DeviceId, Set<PortId>> wired() {
    Map<DeviceId, Set<PortId>> now = new TreeMap<>();
    cables()
        .flatMap(link -> farEnd(link).stream())
        .filter(this::isNamed)
        .forEach(port -> now.computeIfAbsent(port.device(), _ -> new TreeSet<>()).add(port));
    return now;
  }

  /**
   * Cables of this host. Members of a bond send one address, of which a second cable seems to
   * contradict the first: both are there.
   */
  private Stream<Link> cables() {
    Links now = links.links();
    return Stream.concat(
        now.all().stream(),
        now.mismatches().stream()
            .map(Links.Mismatch::dropped)
            .filter(link -> isAddress(link.a()) || isAddress(link.b())));
  }

  private boolean isAddress(PortId port) {
    return port.device().equals(host) && MacAddress.is(port.name());
  }

  /** The end at a switch of a cable whose other end is this host, as any of its ports or bonds. */
  private Optional<PortId> farEnd(Link link) {
    if (link.a().device().equals(host)) {
      return Optional.of(link.b());
    }
    return link.b().device().equals(host) ? Optional.of(link.a()) : Optional.empty();
  }

  /** Whether a port can be asked about by its name, and is no other fabric's. */
  private boolean isNamed(PortId port) {
    if (!partly.contains(port.device()) || MacAddress.is(port.name())) {
      return false;
    }
    List<String> named = switches.config(port.device()).ports();
    return named.isEmpty() || named.contains(port.name());
  }

  /** Ports to read of one switch or server as of the last refresh. */
  public List<PortId> of(DeviceId device) {
    return ports.getOrDefault(device, List.of());
  }

  /** Ports that have an intended setting, and those with a cable where the config names none. */
  private Map<DeviceId, Set<PortId>> known() {
    Map<DeviceId, Set<PortId>> known = new TreeMap<>();
    Stream<PortId> cabled =
        links.links().all().stream()
            .flatMap(link -> Stream.of(link.a(), link.b()))
            .filter(port -> !MacAddress.is(port.name()) && switches.has(port.device()))
            .filter(port -> switches.config(port.device()).ports().isEmpty());
    Stream.concat(wanted.get().stream(), cabled)
        .forEach(port -> known.computeIfAbsent(port.device(), _ -> new TreeSet<>()).add(port));
    return known;
  }

  /**
   * What LLDP or the config shows there, and every port that has an intended setting, but no port
   * that the switch does not have: it would never be read. A server names all of its ports itself.
   */
  private List<PortId> whole(DeviceId device, Set<PortId> known) {
    if (switches.config(device).os().isServer()) {
      return switches.ports(device);
    }
    Set<PortId> all = new TreeSet<>(known);
    boolean named = !switches.config(device).ports().isEmpty();
    all.addAll(named ? List.of() : switches.ports(device));
    Set<PortId> there = switches.present(device);
    all.removeIf(port -> !there.isEmpty() && !there.contains(port));
    all.addAll(named ? switches.ports(device) : List.of());
    return List.copyOf(all);
  }

  /**
   * Whether a port's series are for this agent to tell as of the last refresh: settings are read of
   * a whole switch, and each of its agents would tell of every port.
   */
  public boolean isTold(PortId port) {
    return !partly.contains(port.device())
        || wired.getOrDefault(port.device(), Set.of()).contains(port);
  }

  /** Ports to read of all switches and servers as of the last refresh. */
  public Stream<PortId> all() {
    return ports.values().stream().flatMap(List::stream);
  }

  /**
   * Says in one sentence that only ports wired to this host are read, and none is known. A spine,
   * to which no host is wired, is no reason while a leaf has a port.
   */
  public Optional<String> unwired() {
    if (partly.isEmpty() || partly.stream().anyMatch(device -> !of(device).isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        ("no port of %s is known to be wired to %s, and none of their counters is read;"
                + " LLDP or 'links' tells of cables, 'poll: { ports: all }' needs none")
            .formatted(String.join(", ", partly.stream().map(DeviceId::name).toList()), host));
  }
}
