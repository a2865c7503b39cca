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

  /** The nearest whole number of quanta; more than a frame can hold is possible. */
  public static long quanta(double seconds, long rateMbps) {
    return Math.round(seconds * requireRate(rateMbps) * 1e6 / QUANTUM_BITS);
  }

  /**
   * Frames per second with which a peer holds one priority of a link for good: 2980 at 100G, 11921
   * at 400G.
   */
  public static double framesPerSecondToHold(long rateMbps) {
    return 1 / seconds(MOST_QUANTA, rateMbps);
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
          "pause of "
              + pausedMicros
              + " us in "
              + elapsedNanos
              + " ns: expected 0 or more in over 0");
    }
    return pausedMicros * 1e3 / elapsedNanos;
  }

  /**
   * Largest duty, 0..1, that a number of PFC frames allows: for devices that count frames and not
   * time.
   */
  public static double dutyAtMost(long frames, long elapsedNanos, long rateMbps) {
    if (frames < 0 || elapsedNanos <= 0) {
      throw new IllegalArgumentException(
          frames + " PFC frames in " + elapsedNanos + " ns: expected 0 or more in over 0");
    }
    return Math.min(1, frames * seconds(MOST_QUANTA, rateMbps) * 1e9 / elapsedNanos);
  }

  private static long requireRate(long rateMbps) {
    if (rateMbps < 1) {
      throw new IllegalArgumentException("link of " + rateMbps + " Mb/s: expected 1 or more");
    }
    return rateMbps;
  }
}
