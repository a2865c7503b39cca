package dev.losslessd.topology;

import java.util.List;

/**
 * Whether both ends of a cable are set for the same fabric, check by check. One end alone is worse
 * than none: a NIC that pauses a switch that does not, drops.
 */
public record LinkContract(Link link, List<Check> checks) {
  public LinkContract {
    checks = List.copyOf(checks);
  }

  /** Result of one check or of a whole contract. */
  public enum Verdict {
    OK,
    BROKEN,
    /** An end did not tell. Never taken for ok. */
    UNKNOWN
  }

  /**
   * A property compared between both ends of a link.
   *
   * @param name stable: {@code pfc}, {@code dscp}, {@code trust}, {@code lossless}, {@code ecn},
   *     {@code mtu}, {@code global-pause}
   * @param atA what end a has
   * @param atB what end b has
   * @param why one sentence; empty where it is ok
   */
  public record Check(String name, Verdict verdict, String atA, String atB, String why) {}

  /** Broken if any check is, else unknown if any is. */
  public Verdict verdict() {
    return verdicts(Verdict.BROKEN)
        ? Verdict.BROKEN
        : verdicts(Verdict.UNKNOWN) ? Verdict.UNKNOWN : Verdict.OK;
  }

  private boolean verdicts(Verdict verdict) {
    return checks.stream().anyMatch(check -> check.verdict() == verdict);
  }
}
