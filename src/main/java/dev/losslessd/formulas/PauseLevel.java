package dev.losslessd.formulas;

/**
 * How bad a pause duty is. The limits are our own choice, to be calibrated; the time that
 * applications take, not pause, is what counts in the end (Bai et al., NSDI 2023, warn of tuning
 * for pause itself).
 */
public enum PauseLevel {
  /** Paused over 1 % of the time. */
  WARNING(0.01),
  /** Paused over 20 % of the time. */
  CRITICAL(0.2),
  /** 99 % and more: nothing gets through. A storm if it lasts two reads and nothing is sent. */
  HELD(0.99);

  private final double limit;

  PauseLevel(double limit) {
    this.limit = limit;
  }

  /** The duty from which on it holds, 0..1. */
  public double limit() {
    return limit;
  }
}
