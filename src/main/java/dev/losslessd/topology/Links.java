package dev.losslessd.topology;

import dev.losslessd.model.PortId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

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
  private final List<Mismatch> mismatches;

  private Links(List<Link> links, List<Mismatch> mismatches) {
    this.links = List.copyOf(links);
    this.mismatches = List.copyOf(mismatches);
  }

  public static Links of(Collection<Link> declared, Collection<Link> told) {
    List<Link> links = new ArrayList<>();
    List<Mismatch> mismatches = new ArrayList<>();
    List<Link> all = new ArrayList<>(declared);
    all.addAll(told);
    for (Link link : all) {
      Optional<Link> holder =
          links.stream().filter(known -> known.has(link.a()) || known.has(link.b())).findFirst();
      if (holder.isEmpty()) {
        links.add(link);
      } else if (!sameEnds(holder.get(), link)) {
        mismatches.add(new Mismatch(holder.get(), link));
      }
    }
    return new Links(links, mismatches);
  }

  public List<Link> all() {
    return links;
  }

  public List<Mismatch> mismatches() {
    return mismatches;
  }

  /** The port at the other end of the cable. */
  public Optional<PortId> peer(PortId port) {
    return links.stream()
        .filter(link -> link.has(port))
        .findFirst()
        .map(link -> link.a().equals(port) ? link.b() : link.a());
  }

  private static boolean sameEnds(Link one, Link other) {
    return one.a().equals(other.a()) && one.b().equals(other.b());
  }
}
