package dev.losslessd.formulas;

/**
 * PFC in time. One quantum is 512 bit times (IEEE 802.3 31B), so the same frame holds a fast link
 * for less long: judge pause by its duty, which no speed changes, never by frames per second.
 */
public final class Pause {
  /** Bit times of one quantum. */
  public static final int QUANTUM_BITS = 512;

  static final long QUANTUM_BYTES = QUANTUM_BITS / 8;

  /** The longest pause that one frame can ask for. */
  public static final int MOST_QUANTA = 65_535;

  private Pause() {}

  /**
   * @param quanta 0..65535
   * @param rateMbps of the link
   */
  public static double seconds(int quanta, long rateMbps) {
    if (quanta < 0 || quanta > MOST_QUANTA) {
      throw new IllegalArgumentException("pause of " + quanta + " quanta is outside 0..65535");
    }
    return (double) quanta * QUANTUM_BITS / (requireRate(rateMbps) * 1e6);
  }

  /**
   * Share of the time that a priority was paused, 0 or more. A little over 1 is the jitter of
   * reading time and counter one after the other.
   *
   * @param pausedMicros growth of the pause counter
   * @param elapsedNanos as measured between the two reads, over 0; never the nominal period
   */
  public static double duty(long pausedMicros, long elapsedNanos) {
    if (pausedMicros < 0 || elapsedNanos <= 0) {
      throw new IllegalArgumentException(
          "pause of %s us in %s ns: expected 0 or more in over 0"
              .formatted(pausedMicros, elapsedNanos));
    }
    return pausedMicros * 1e3 / elapsedNanos;
  }

  private static long requireRate(long rateMbps) {
    if (rateMbps < 1) {
      throw new IllegalArgumentException("link of " + rateMbps + " Mb/s: expected 1 or more");
    }
    return rateMbps;
  }
}
