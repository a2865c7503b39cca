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
   * Bound for Kmin, bytes: the length of an egress queue that one ingress feeds, when it pauses;
   * more of them pause at a longer queue. Marking must start before pausing, or ECN does nothing: a
   * queue whose Kmin lies above XOFF behaves, byte for byte, as with PFC alone. Zhu et al., SIGCOMM
   * 2015, section 4; the general rule is Kmin &lt; alpha*S/(1+alpha).
   */
  public double kminBound() {
    return alpha * sharedBytes / (1 + alpha);
  }
}
