package dev.losslessd.model;

import java.time.Instant;

/**
 * Maintenance of a device or port until some time: no write goes there, nothing is repaired and no
 * alarm is raised.
 *
 * @param target one port, or a device with all its ports
 * @param until when it ends by itself
 * @param actor who said so
 * @param reason why, in one line
 */
public record Maintenance(Target target, Instant since, Due until, String actor, String reason) {
  /** Whether it is about a target: itself, or the device that it is a port of. */
  public boolean covers(Target other) {
    return target.equals(other)
        || (target instanceof Target.Device && target.device().equals(other.device()));
  }

  /**
   * Whether a change would come near it: it is written there, it touches a port there, or it is
   * about a device as a whole of which one port is worked on.
   */
  public boolean covers(Change change) {
    return covers(change.target())
        || change.touches().stream().anyMatch(port -> covers(Target.port(port)))
        || (change.target() instanceof Target.Device && change.device().equals(target.device()));
  }

  /** {@code leaf1 is in maintenance until 2027-01-01T02:00:00Z: new optics}. */
  public String text() {
    return target + " is in maintenance until " + until.at() + ": " + reason;
  }
}
