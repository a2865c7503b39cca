package dev.losslessd.formulas;

/**
 * Traffic mix of the lossless class. Small packets take a whole cell each, so they need more cells
 * than bytes (SONiC's LOSSLESS_TRAFFIC_PATTERN).
 *
 * @param mtuBytes largest packet of the class; 64 or more
 * @param smallPercent share of packets of 64 bytes, 0..100
 */
public record LosslessTraffic(int mtuBytes, int smallPercent) {
  /** All packets small: what the published tables are made for. */
  public static final LosslessTraffic WORST = new LosslessTraffic(1024, 100);

  /** SONiC's default for its dynamic buffer model. */
  public static final LosslessTraffic SONIC_DEFAULT = new LosslessTraffic(1024, 50);

  private static final int SMALL_BYTES = 64;

  public LosslessTraffic {
    if (mtuBytes < SMALL_BYTES || smallPercent < 0 || smallPercent > 100) {
      throw new IllegalArgumentException(
          "lossless traffic of MTU "
              + mtuBytes
              + " and "
              + smallPercent
              + "% small packets: expected 64 bytes or more and 0..100%");
    }
  }

  /**
   * The share that small packets count with, percent: 64 bytes of a packet of mean size, as the
   * source reckons it, also when there are none.
   */
  double smallBytesPercent() {
    double mean = (smallPercent * SMALL_BYTES + (100.0 - smallPercent) * mtuBytes) / 100;
    return 100 * SMALL_BYTES / mean;
  }
}
