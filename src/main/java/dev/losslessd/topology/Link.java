package dev.losslessd.topology;

import dev.losslessd.model.PortId;
import java.util.OptionalInt;

/**
 * A cable between two ports.
 *
 * @param a one end; the smaller of the two names, so that a link is the same however it was told
 * @param cableMetres for headroom; empty where nobody said
 * @param source who told of it
 */
public record Link(PortId a, PortId b, OptionalInt cableMetres, Source source) {
  /** The source of a link. */
  public enum Source {
    /** The {@code links} section of the config. */
    CONFIG,
    /** A neighbour table that LLDP filled. */
    LLDP
  }

  public Link {
    if (a.equals(b)) {
      throw new IllegalArgumentException("a link from " + a + " to itself");
    }
    if (a.compareTo(b) > 0) {
      PortId first = b;
      b = a;
      a = first;
    }
  }

  public boolean has(PortId port) {
    return a.equals(port) || b.equals(port);
  }

  /** Both ends: {@code gpu01:ens1f0np0 <-> leaf1:Ethernet1/1}. */
  public String text() {
    return a + " <-> " + b;
  }
}
