package dev.losslessd.model;

import dev.losslessd.text.Worded;
import java.time.Instant;

/**
 * A rule's verdict on a target, link or device.
 *
 * @param subject the target, link or device
 * @param message what is wrong, with both values
 * @param advice what to do
 * @param since when it was first seen; {@link #NOW} until its first round is over
 */
public record Finding(
    FindingRule rule,
    Severity severity,
    String subject,
    String message,
    String advice,
    Instant since) {
  /** Stands for the time of the round that reports it. */
  public static final Instant NOW = Instant.MAX;

  /** How urgent a finding is. */
  public enum Severity implements Worded {
    INFO,
    WARNING,
    CRITICAL
  }

  public Finding as(Severity other) {
    return new Finding(rule, other, subject, message, advice, since);
  }

  /** As urgent as its rule can be, where that is so. */
  public Finding worseIf(boolean worse) {
    return worse ? as(rule.worst()) : this;
  }

  public Finding saying(String other) {
    return new Finding(rule, severity, subject, other, advice, since);
  }

  public Finding advising(String other) {
    return new Finding(rule, severity, subject, message, other, since);
  }

  /** The finding as one that was first seen at that time. */
  public Finding from(Instant first) {
    return new Finding(rule, severity, subject, message, advice, first);
  }
}
