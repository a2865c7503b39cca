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
 * @param until what begins to differ before this may be what the device came up with
 */
public record Reboot(Instant after, Instant by, Instant at, Instant until) {
  /** A device that boots may answer before its settings can be read. */
  private static final Duration WITHIN = Duration.ofMinutes(10);

  /** A start whose settings are read soon after it. */
  public Reboot(Instant after, Instant by, Instant at) {
    this(after, by, at, by.plus(WITHIN));
  }

  /** Returns a copy for a process that begins: it sees as new what was gone before. */
  Reboot readAgain(Instant now) {
    Instant later = now.plus(WITHIN);
    return later.isAfter(until) ? new Reboot(after, by, at, later) : this;
  }

  /** Whether what began to differ at a time may be what the device came up with. */
  public boolean explains(Instant since) {
    return !since.isBefore(after) && since.isBefore(until);
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
