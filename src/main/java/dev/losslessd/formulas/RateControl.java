package dev.losslessd.formulas;

/**
 * DCQCN at the reaction point: the paper's letters and the NIC's words for them. NVIDIA's
 * parameters: DOCA 3.4 "DCQCN CC Parameters"; the paper: Zhu et al., SIGCOMM 2015.
 */
public final class RateControl {
  private RateControl() {}

  /**
   * The paper's g from {@code dce_tcp_g}, which is the weight of the <em>old</em> alpha in 1/1024:
   * 1019 is 5/1024, about 1/205. It is not {@code rpg_gd}.
   *
   * @param dceTcpG 0..1023
   */
  public static double gainOf(int dceTcpG) {
    if (dceTcpG < 0 || dceTcpG > 1023) {
      throw new IllegalArgumentException("dce_tcp_g " + dceTcpG + " is outside 0..1023");
    }
    return 1 - dceTcpG / 1024.0;
  }

  /**
   * Half-life of alpha without CNPs, microseconds: 142 with NVIDIA's defaults, 9740 with the
   * paper's.
   *
   * @param gain the paper's g, between 0 and 1
   * @param updateMicros between two updates: the paper's K, {@code dce_tcp_rtt}
   */
  public static double alphaHalfLifeMicros(double gain, double updateMicros) {
    return Math.log(0.5) / Math.log(1 - gain) * updateMicros;
  }

  /**
   * Part of the rate, 0..1, that one cut leaves.
   *
   * @param alpha 0..1
   * @param rpgGd 10 or 11: 11 halves at alpha 1, 10 takes all
   * @param minDecFacPercent {@code rpg_min_dec_fac}: at least this much stays; larger is gentler
   */
  public static double cutFactor(double alpha, int rpgGd, int minDecFacPercent) {
    return Math.max(minDecFacPercent / 100.0, 1 - alpha * Math.scalb(1.0, 10 - rpgGd));
  }

  /**
   * Rate after some cuts in a row with alpha unchanged, as at a start under steady CNPs.
   *
   * @param rate any unit
   */
  public static double rateAfterCuts(double rate, double alpha, int cuts) {
    return rate * Math.pow(1 - alpha / 2, cuts);
  }

  /** Share of the gap to the target rate that fast recovery closes in some timer events. */
  public static double recovered(int events) {
    return 1 - Math.pow(0.5, events);
  }

  /**
   * The steady state of some flows that share one bottleneck, to first order: the marking
   * probability and the queue of the fluid model. Packets of 1000 bytes.
   *
   * @param rateBps of the bottleneck
   * @param increaseBps the paper's R_AI
   * @param byteCounterBytes the paper's B
   * @param timerSeconds the paper's T
   * @param alphaSeconds the paper's K
   */
  public record Setup(
      double rateBps,
      double increaseBps,
      double byteCounterBytes,
      double timerSeconds,
      double alphaSeconds) {
    private static final double PACKET_BYTES = 1000;

    /** The paper's values, for links of 40G. */
    public static final Setup PAPER = new Setup(40e9, 40e6, 10e6, 55e-6, 55e-6);

    /** Marking probability that holds some flows at their fair share. */
    public double markingProbability(int flows) {
      double packets = rateBps / (8 * PACKET_BYTES);
      double increase = increaseBps / (8 * PACKET_BYTES);
      double events = PACKET_BYTES / byteCounterBytes + flows / (timerSeconds * packets);
      return Math.cbrt(
          increase * flows * flows / (alphaSeconds * packets * packets) * events * events);
    }
  }

  /**
   * Length of the queue at a marking probability, bytes. Above the line's top there is no steady
   * state; the queue is pinned near Kmax.
   *
   * @param topProbability Pmax, over 0 and up to 1
   */
  public static double queueBytes(
      double probability, double kminBytes, double kmaxBytes, double topProbability) {
    return probability > topProbability
        ? kmaxBytes
        : kminBytes + probability / topProbability * (kmaxBytes - kminBytes);
  }
}
