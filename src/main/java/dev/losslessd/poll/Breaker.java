package dev.losslessd.poll;

import java.time.Duration;
import java.time.Instant;

/**
 * Spares a device that fails: after three failures in a row it is asked again after 2 s, 4 s, 8 s
 * ... at most 60 s. Then it is half open: one probe goes through, and what it says decides. One
 * success closes it.
 */
final class Breaker {
  private static final int PATIENCE = 3;
  private static final Duration FIRST = Duration.ofSeconds(2);
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private int failures;
  private Instant closedUntil = Instant.MIN;

  boolean allows(Instant now) {
    return !now.isBefore(closedUntil);
  }

  /** Whether what it lets through now is a probe of a device that failed for long. */
  boolean isHalfOpen() {
    return failures >= PATIENCE;
  }

  void succeeded() {
    failures = 0;
    closedUntil = Instant.MIN;
  }

  void failed(Instant now) {
    failures++;
    if (failures >= PATIENCE) {
      Duration wait = FIRST.multipliedBy(1L << Math.min(failures - PATIENCE, 5));
      closedUntil = now.plus(wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
    }
  }
}
