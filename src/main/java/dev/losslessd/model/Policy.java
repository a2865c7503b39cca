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

  /** The class that hosts are told to mark; the config takes one at most, with a DSCP. */
  public Optional<TrafficClass> marked() {
    return classes.stream().filter(TrafficClass::mark).findFirst();
  }

  /** The class that RDMA belongs in: the marked one, else the first lossless one with a DSCP. */
  public Optional<TrafficClass> ofRdma() {
    return marked()
        .or(() ->
            classes.stream().filter(one -> one.lossless() && !one.dscp().isEmpty()).findFirst());
  }

  /**
   * @param name the operator's word: {@code roce}, {@code cnp}
   * @param priority 802.1p
   * @param dscp code points that belong to it
   * @param lossless whether PFC protects it
   * @param strict strict priority scheduling; else a share
   * @param bandwidthPercent share of the link, 0 where it is strict or not said
   * @param ecn marking thresholds on the switches, null where not said
   * @param mark whether hosts are told to send RDMA with its first DSCP
   */
  public record TrafficClass(
      String name,
      Priority priority,
      List<Dscp> dscp,
      boolean lossless,
      boolean strict,
      int bandwidthPercent,
      @Nullable EcnMarking ecn,
      boolean mark) {
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
