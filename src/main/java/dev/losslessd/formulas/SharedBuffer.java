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

  /** Bytes of the pool that each of some equally loaded ingress groups holds when it pauses. */
  public double ingressAtXoff(int ingressGroups) {
    return alpha * sharedBytes / (1 + requireCount(ingressGroups) * alpha);
  }

  /** Length of an egress queue that some ingress groups feed, when they pause. */
  public double queueAtXoff(int ingressGroups) {
    return ingressGroups * ingressAtXoff(ingressGroups);
  }

  private static int requireCount(int groups) {
    if (groups < 1) {
      throw new IllegalArgumentException(groups + " ingress groups: expected 1 or more");
    }
    return groups;
  }
}
