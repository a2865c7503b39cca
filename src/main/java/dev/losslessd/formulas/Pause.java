package dev.losslessd.formulas;

/**
 * PFC in time. The same frame pauses a fast link for less long: judge pause by its duty, which no
 * speed changes, never by frames per second.
 */
public final class Pause {
  private Pause() {}

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
}
