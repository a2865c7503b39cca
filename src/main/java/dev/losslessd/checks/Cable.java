package dev.losslessd.checks;

import dev.losslessd.model.Verdict;

/**
 * What the daemon knows of the cable at a port: verdicts of its contract.
 *
 * @param contract of the whole
 * @param mtu of the check of that name
 */
public record Cable(Fit contract, Fit mtu) {
  /**
   * Verdict on both ends together.
   *
   * @param why one sentence; empty where it is ok
   */
  public record Fit(Verdict verdict, String why) {}
}
