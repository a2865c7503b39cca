package dev.losslessd.fabric.twin;

/**
 * Turns the paused share of a time slice into frames and transitions. While stop and go alternate,
 * each cycle costs an XOFF and an XON frame; a pause that lasts is refreshed at half its time.
 */
final class PauseMeter {
  /** Longest pause of one frame: 65535 quanta of 512 bit times. */
  private static final double LONGEST_PAUSE_BITS = 65_535.0 * 512;

  private boolean stopped;
  private double refresh;
  private long frames;
  private long transitions;

  /**
   * @param pausedMicros 0..sliceMicros
   * @param cycleMicros shortest time from XOFF to XON
   */
  void account(double pausedMicros, double sliceMicros, double cycleMicros, long mbps) {
    frames = 0;
    transitions = 0;
    if (pausedMicros <= 0) {
      resume();
      return;
    }
    boolean throughout = pausedMicros >= sliceMicros;
    if (!stopped) {
      frames++;
      stopped = true;
      refresh = 0;
    }
    if (throughout) {
      refresh += sliceMicros / (LONGEST_PAUSE_BITS / mbps / 2);
      frames += (long) refresh;
      refresh -= (long) refresh;
    } else {
      transitions = Math.max(1, Math.round(pausedMicros / cycleMicros));
      frames += 2 * transitions - 1;
      stopped = false;
    }
  }

  private void resume() {
    if (stopped) {
      frames = 1;
      transitions = 1;
      stopped = false;
    }
  }

  boolean stopped() {
    return stopped;
  }

  long frames() {
    return frames;
  }

  long transitions() {
    return transitions;
  }
}
