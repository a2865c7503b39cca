package dev.losslessd.model;

import java.time.Duration;
import java.time.Instant;

/**
 * A moment at which something is due, by the wall clock and by the time since boot. The time since
 * boot counts as long as the host runs, so a wall clock that is set moves no deadline; the wall
 * clock counts after a reboot.
 *
 * @param at by the wall clock, as it was when this was written down
 * @param boot id of the boot that {@code sinceBootMillis} belongs to; empty if it is unknown
 * @param sinceBootMillis time since boot in milliseconds; 0 if it is unknown
 */
public record Due(Instant at, String boot, long sinceBootMillis) {
  /** Creates a due time that is known by the wall clock only. */
  public static Due at(Instant at) {
    return new Due(at, "", 0);
  }

  /** The moment so much later, or earlier where the time is negative. */
  public Due plus(Duration time) {
    return new Due(at.plus(time), boot, sinceBootMillis + (boot.isEmpty() ? 0 : time.toMillis()));
  }
}
