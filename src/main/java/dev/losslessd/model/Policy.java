package dev.losslessd.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Settings for the whole fabric, declared once and compiled for each port.
 *
 * @param classes traffic classes; their priorities and DSCPs do not overlap
 * @param dcqcn parameters for every NIC; empty leaves them alone
 * @param mtu bytes of IP, empty leaves it alone
 */
public record Policy(List<TrafficClass> classes, Optional<Dcqcn> dcqcn, OptionalInt mtu) {
  public static final Policy NOTHING = new Policy(List.of(), Optional.empty(), OptionalInt.empty());

  public Policy {
    classes = List.copyOf(classes);
  }

  /**
   * @param name the operator's word: {@code roce}, {@code cnp}
   * @param priority 802.1p
   * @param dscp code points that belong to it
   * @param lossless whether PFC protects it
   * @param strict strict priority scheduling; else a share
   * @param bandwidthPercent share of the link, 0 where it is strict or not said
   * @param ecn marking thresholds on the switches, null where not said
   */
  public record TrafficClass(
      String name,
      Priority priority,
      List<Dscp> dscp,
      boolean lossless,
      boolean strict,
      int bandwidthPercent,
      @Nullable EcnMarking ecn) {
    public TrafficClass {
      dscp = List.copyOf(dscp);
    }
  }

  /**
   * RED marking on a switch queue.
   *
   * @param minBytes no mark below
   * @param maxBytes above, every packet is marked
   * @param probabilityPercent at maxBytes
   */
  public record EcnMarking(long minBytes, long maxBytes, int probabilityPercent) {}
}
