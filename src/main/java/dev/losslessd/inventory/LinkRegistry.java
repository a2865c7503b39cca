package dev.losslessd.inventory;

import dev.losslessd.config.Config;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.topology.FarEnds;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Every known cable of this site, from the config and from LLDP. */
public final class LinkRegistry {
  private volatile Declared declared;
  private final DeviceId host;
  private final Supplier<List<Nic>> nics;
  private final Supplier<List<Neighbour>> neighbours;

  /** Inputs of the last {@link #links} and their result: most rounds bring nothing new. */
  private volatile Known known;

  /**
   * What the config says.
   *
   * @param names of devices that it has
   */
  private record Declared(List<Link> links, Set<DeviceId> names) {}

  private record Known(
      Declared declared, List<Nic> nics, List<Neighbour> neighbours, Links links) {}

  /**
   * @param declared links of the config
   * @param host this one
   * @param nics its ports as last discovered
   * @param switches every switch that has a name here
   * @param neighbours as switches and this host's NICs last heard; asks nobody. Of two that cannot
   *     both be true, the first is believed
   */
  LinkRegistry(
      List<Config.Link> declared,
      DeviceId host,
      Supplier<List<Nic>> nics,
      Collection<DeviceId> switches,
      Supplier<List<Neighbour>> neighbours) {
    this.declared = declared(declared, switches);
    this.host = host;
    this.nics = nics;
    this.neighbours = neighbours;
    this.known = make(List.of(), List.of());
  }

  /** Takes over the links and switches of another config. */
  public synchronized void follow(List<Config.Link> links, Collection<DeviceId> switches) {
    declared = declared(links, switches);
    known = make(nics.get(), neighbours.get());
  }

  private static Declared declared(List<Config.Link> links, Collection<DeviceId> switches) {
    List<Link> all = links.stream().map(LinkRegistry::link).toList();
    Set<DeviceId> names = new TreeSet<>(switches);
    all.forEach(link -> {
      names.add(link.a().device());
      names.add(link.b().device());
    });
    return new Declared(all, names);
  }

  private static Link link(Config.Link link) {
    return new Link(
        PortId.parse(link.a()),
        PortId.parse(link.b()),
        link.cable().map(metres -> OptionalInt.of(metres.intValue())).orElse(OptionalInt.empty()),
        Link.Source.CONFIG);
  }

  /** From memory; asks no device. */
  public Links links() {
    List<Nic> nicsNow = nics.get();
    List<Neighbour> told = neighbours.get();
    Known last = known;
    if (!last.declared().equals(declared)
        || !last.nics().equals(nicsNow)
        || !last.neighbours().equals(told)) {
      last = make(nicsNow, told);
      known = last;
    }
    return last.links();
  }

  /**
   * The label {@code host} of each device at a cable that is no switch of the config: waves go by
   * the hosts at a leaf's ports.
   */
  Map<DeviceId, Map<String, String>> hostLabels(Collection<DeviceId> switches) {
    Map<DeviceId, Map<String, String>> labels = new TreeMap<>();
    links().all().stream()
        .flatMap(link -> Stream.of(link.a().device(), link.b().device()))
        .filter(device -> !switches.contains(device))
        .forEach(device -> labels.put(device, Map.of("host", device.name())));
    return labels;
  }

  private Known make(List<Nic> nicsNow, List<Neighbour> told) {
    Declared now = declared;
    FarEnds ends = new FarEnds(host, nicsNow, now.names());
    told.stream()
        .filter(one -> !one.localName().isEmpty())
        .forEach(one -> ends.learn(one.localPort(), one.localName()));
    Map<PortId, List<PortId>> byPort = new LinkedHashMap<>();
    for (Neighbour neighbour : told) {
      ends.port(neighbour.remoteSystem(), neighbour.remotePort())
          .filter(far -> !far.equals(neighbour.localPort()))
          .ifPresent(far ->
              byPort.computeIfAbsent(neighbour.localPort(), _ -> new ArrayList<>()).add(far));
    }
    List<Link> links = new ArrayList<>();
    byPort.forEach((local, far) ->
        links.add(new Link(local, farEnd(ends, far), OptionalInt.empty(), Link.Source.LLDP)));
    return new Known(now, nicsNow, told, Links.of(now.links(), links));
  }

  /**
   * On one cable there may be several voices: the operating system and the NIC's firmware, or a DPU
   * and its host. The one that is known here is the end of the cable.
   */
  private static PortId farEnd(FarEnds ends, List<PortId> far) {
    Optional<PortId> known = far.stream().filter(ends::isKnown).findFirst();
    return known.orElse(far.getFirst());
  }
}
