package dev.losslessd.model;

import java.time.Instant;

/**
 * A rule's verdict on a target, link or device.
 *
 * @param rule stable id: {@code drift}, {@code storm}
 * @param subject the target, link or device
 * @param message what is wrong, with both values
 * @param advice what to do
 * @param since when it was first seen
 */
public record Finding(
    String rule, Severity severity, String subject, String message, String advice, Instant since) {
  /** How urgent a finding is. */
  public enum Severity {
    INFO,
    WARNING,
    CRITICAL
  }
}
