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
   * Bound for Kmin, bytes, when one ingress feeds several congested egress queues at once.
   *
   * @param egressQueues 1 or more
   */
  public static double kminBound(SharedBuffer buffer, int egressQueues) {
    if (egressQueues < 1) {
      throw new IllegalArgumentException(egressQueues + " egress queues: expected 1 or more");
    }
    return kminBound(buffer) / egressQueues;
  }

  /**
   * @param peakBytes what a synchronised start adds above Kmax, {@link #startUpPeakBytes}; 0 where
   *     nobody knows
   */
  public static Verdict judge(Ecn.Marking marking, SharedBuffer buffer, double peakBytes) {
    double bound = kminBound(buffer);
    if (marking.minBytes() >= bound) {
      return Verdict.TOO_LATE;
    }
    return marking.maxBytes() + peakBytes < bound ? Verdict.FIRST : Verdict.TIGHT;
  }

  /**
   * Peak of the queue when some senders start at once at line rate. The wait for the first mark is
   * fitted to simulations of 4 us round trip: 20 us; fit it anew for others. Good to 20 % for
   * fan-in up to 16, an overestimate above.
   *
   * @param rateBps of the bottleneck
   * @param fanIn senders
   * @param reactSeconds round trip and wait for the first mark
   * @param cutSeconds between two cuts of one sender: the larger of CNP interval and rate reduce
   *     period
   */
  public static double startUpPeakBytes(
      double rateBps, int fanIn, double reactSeconds, double cutSeconds) {
    double excess = 0;
    for (double share = fanIn; share > 1; share /= 2) {
      excess += share - 1;
    }
    return rateBps / 8 * ((fanIn - 1) * reactSeconds + cutSeconds * excess);
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

  /** Kmin must stay below this with static thresholds: one ingress may feed every egress. */
  public static double staticKminBound(
      double totalBytes, int ports, int priorities, double headroomBytes) {
    return staticXoff(totalBytes, ports, priorities, headroomBytes) / ports;
  }

  /**
   * Bound for Kmin, bytes, with dynamic thresholds beta and all egress queues congested. Trident II
   * with beta 8 gives 21.755 kB (the paper prints 21.75).
   */
  public static double dynamicKminBound(
      double totalBytes, int ports, int priorities, double headroomBytes, double beta) {
    double groups = (double) ports * priorities;
    return beta * (totalBytes - groups * headroomBytes) / (groups * (beta + 1));
  }
}
