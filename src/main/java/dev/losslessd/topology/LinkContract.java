package dev.losslessd.topology;

import dev.losslessd.model.Verdict;
import java.util.List;

/**
 * Whether both ends of a cable are set for the same fabric, check by check. One end alone is worse
 * than none: a NIC that pauses a switch that does not, drops.
 */
public record LinkContract(Link link, List<Check> checks) {
  public LinkContract {
    checks = List.copyOf(checks);
  }

  /**
   * A property compared between both ends of a link.
   *
   * @param name stable: {@code pfc}, {@code dscp}, {@code trust}, {@code lossless}, {@code ecn},
   *     {@code mtu}, {@code global-pause}
   * @param a what end a has
   * @param b what end b has
   * @param why one sentence; empty where it is ok
   */
  public record Check(String name, Verdict verdict, String a, String b, String why) {}

  /** Broken if any check is, else unknown if any is. */
  public Verdict verdict() {
    return Verdict.worst(checks.stream().map(Check::verdict));
  }
}
