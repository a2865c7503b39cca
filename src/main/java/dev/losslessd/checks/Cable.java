package dev.losslessd.checks;

/**
 * What the daemon knows of the cable at a port: verdicts of its contract.
 *
 * @param contract of the whole
 * @param mtu of the check of that name
 */
public record Cable(Verdict contract, Verdict mtu) {
  /** Result of comparing both ends. */
  public enum Fit {
    OK,
    BROKEN,
    UNKNOWN
  }

  /**
   * Verdict on both ends together.
   *
   * @param why one sentence; empty where it is ok
   */
  public record Verdict(Fit fit, String why) {}
}
