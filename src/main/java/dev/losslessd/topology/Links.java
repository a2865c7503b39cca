package dev.losslessd.topology;

import dev.losslessd.model.PortId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Every known cable. A port is in one cable only; what the config says goes before LLDP. */
public final class Links {
  /**
   * Two tellings that cannot both be true.
   *
   * @param kept the one that is believed
   * @param dropped the other
   */
  public record Mismatch(Link kept, Link dropped) {
    public String text() {
      return kept.text() + " is believed, but " + dropped.source() + " tells " + dropped.text();
    }
  }

  private final List<Link> links;
  private final Map<PortId, Link> byPort;
  private final List<Mismatch> mismatches;

  private Links(List<Link> links, Map<PortId, Link> byPort, List<Mismatch> mismatches) {
    this.links = List.copyOf(links);
    this.byPort = Map.copyOf(byPort);
    this.mismatches = List.copyOf(mismatches);
  }

  /**
   * @param declared go first
   * @param told by neighbour tables; those of both ends of a cable are the same link
   */
  public static Links of(Collection<Link> declared, Collection<Link> told) {
    List<Link> links = new ArrayList<>();
    Map<PortId, Link> byPort = new HashMap<>();
    Set<Mismatch> mismatches = new LinkedHashSet<>();
    for (Link link : Stream.concat(declared.stream(), told.stream()).toList()) {
      Link holder = byPort.getOrDefault(link.a(), byPort.get(link.b()));
      if (holder == null) {
        links.add(link);
        byPort.put(link.a(), link);
        byPort.put(link.b(), link);
      } else if (!agree(holder, link)) {
        mismatches.add(new Mismatch(holder, link));
      }
    }
    return new Links(links, byPort, List.copyOf(mismatches));
  }

  public List<Link> all() {
    return links;
  }

  public List<Mismatch> mismatches() {
    return mismatches;
  }

  /** The port at the other end of the cable. */
  public Optional<PortId> peer(PortId port) {
    return Optional.ofNullable(byPort.get(port))
        .map(link -> link.a().equals(port) ? link.b() : link.a());
  }

  /** The cable of a port. */
  public Optional<Link> at(PortId port) {
    return Optional.ofNullable(byPort.get(port));
  }

  private static boolean agree(Link one, Link other) {
    return (agree(one.a(), other.a()) && agree(one.b(), other.b()))
        || (agree(one.a(), other.b()) && agree(one.b(), other.a()));
  }

  /** Whether a port that sent only its address may be the one that the config names. */
  static boolean agree(PortId one, PortId other) {
    return one.equals(other)
        || (one.device().equals(other.device())
            && MacAddress.is(one.name()) != MacAddress.is(other.name()));
  }
}
