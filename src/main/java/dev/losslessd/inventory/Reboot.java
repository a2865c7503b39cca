package dev.losslessd.inventory;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A start of a device that was seen from one look at it to the next.
 *
 * @param after the last look that showed the earlier start
 * @param by the first look that showed this one
 * @param at when it was, by the device's own clock where it reports that; else the same as by
 */
public record Reboot(Instant after, Instant by, Instant at) {
  /** A device that boots may answer before its settings can be read. */
  private static final Duration WITHIN = Duration.ofMinutes(10);

  /** Whether what began to differ at a time may be what the device came up with. */
  public boolean explains(Instant since) {
    return !since.isBefore(after) && since.isBefore(by.plus(WITHIN));
  }

  /** When it was: {@code rebooted at 2026-03-01T13:14:02Z}, or between two looks. */
  public String text() {
    boolean known = at.isAfter(after) && at.isBefore(by);
    return known
        ? "rebooted at " + seconds(at)
        : "rebooted between " + seconds(after) + " and " + seconds(by);
  }

  private static Instant seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }
}
