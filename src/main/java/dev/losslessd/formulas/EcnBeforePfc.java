package dev.losslessd.formulas;

import dev.losslessd.model.Ecn;

/**
 * Marking must start before pausing, or ECN does nothing: a queue whose Kmin lies above XOFF
 * behaves, byte for byte, as with PFC alone. Zhu et al., SIGCOMM 2015, section 4; the general rule
 * is Kmin &lt; alpha*S/(1+alpha).
 */
public final class EcnBeforePfc {
  /** Position of marking thresholds relative to XOFF. */
  public enum Verdict {
    /** Marks start, and reach their full rate, before any pause. */
    FIRST,
    /** Marks start before pause; the start-up peak of an incast may pause all the same. */
    TIGHT,
    /** Pause starts before the first mark. */
    TOO_LATE
  }

  private EcnBeforePfc() {}

  /** Bound for Kmin, bytes: a single ingress binds, more of them pause at a longer egress queue. */
  public static double kminBound(SharedBuffer buffer) {
    return buffer.queueAtXoff(1);
  }

  /**
   * @param peakBytes what a synchronised start adds above Kmax; 0 where nobody knows
   */
  public static Verdict judge(Ecn.Marking marking, SharedBuffer buffer, double peakBytes) {
    double bound = kminBound(buffer);
    if (marking.minBytes() >= bound) {
      return Verdict.TOO_LATE;
    }
    return marking.maxBytes() + peakBytes < bound ? Verdict.FIRST : Verdict.TIGHT;
  }

  /**
   * Static XOFF threshold of each ingress port and priority, in bytes.
   *
   * @param totalBytes of the packet buffer
   * @param ports of the switch
   * @param priorities that pools are made for
   * @param headroomBytes of one port and priority
   */
  public static double staticXoff(
      double totalBytes, int ports, int priorities, double headroomBytes) {
    double groups = (double) ports * priorities;
    return (totalBytes - groups * headroomBytes) / groups;
  }
}
