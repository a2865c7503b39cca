package dev.losslessd.formulas;

/**
 * The shared pool of a switch, with dynamic thresholds: a priority group may take alpha times what
 * is left of the pool, and pauses beyond.
 *
 * @param alpha over 0; SONiC's dynamic_th n is 2^n
 * @param sharedBytes the pool after all headroom and all reserved bytes
 */
public record SharedBuffer(double alpha, double sharedBytes) {
  public SharedBuffer {
    if (!(alpha > 0) || !(sharedBytes > 0)) {
      throw new IllegalArgumentException(
          "shared buffer of " + sharedBytes + " bytes with alpha " + alpha + ": expected over 0");
    }
  }

  /**
   * @param totalBytes of the packet buffer
   * @param headroomBytes of all ports and lossless priorities together
   * @param reservedBytes of all priority groups together
   */
  public static SharedBuffer of(
      double alpha, double totalBytes, double headroomBytes, double reservedBytes) {
    return new SharedBuffer(alpha, totalBytes - headroomBytes - reservedBytes);
  }

  /**
   * @param dynamicTh SONiC's {@code dynamic_th}: 0 is 1, -2 is 1/4, 3 is 8
   */
  public static double alphaOf(int dynamicTh) {
    return Math.scalb(1.0, dynamicTh);
  }

  /** Bytes of the pool that each of some equally loaded ingress groups holds when it pauses. */
  public double ingressAtXoff(int ingressGroups) {
    return alpha * sharedBytes / (1 + requireCount(ingressGroups) * alpha);
  }

  /** Length of an egress queue that some ingress groups feed, when they pause. */
  public double queueAtXoff(int ingressGroups) {
    return ingressGroups * ingressAtXoff(ingressGroups);
  }

  /**
   * Time from the begin of a burst to the first XOFF, seconds.
   *
   * @param thresholdBytes that one ingress may hold, its reserved bytes included
   * @param arrivalBps into that ingress
   * @param drainBps out of it
   */
  public static double secondsToXoff(double thresholdBytes, double arrivalBps, double drainBps) {
    if (arrivalBps <= drainBps) {
      throw new IllegalArgumentException(
          arrivalBps + " b/s in and " + drainBps + " b/s out: expected more in than out");
    }
    return thresholdBytes * 8 / (arrivalBps - drainBps);
  }

  private static int requireCount(int groups) {
    if (groups < 1) {
      throw new IllegalArgumentException(groups + " ingress groups: expected 1 or more");
    }
    return groups;
  }
}
