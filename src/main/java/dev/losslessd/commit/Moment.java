package dev.losslessd.commit;

import dev.losslessd.model.Due;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Now, by the wall clock and by the time since boot.
 *
 * @param boot id of this boot; empty if it is unknown
 * @param sinceBoot empty where the kernel does not report it: then the wall clock counts
 */
record Moment(Instant wall, String boot, Optional<Duration> sinceBoot) {
  /** The moment so much later than now. */
  Due in(Duration time) {
    Instant at = wall.plus(time);
    return sinceBoot
        .map(up -> new Due(at, boot, up.plus(time).toMillis()))
        .orElseGet(() -> Due.at(at));
  }

  /** Time until a moment, zero or negative once it is due. */
  Duration left(Due due) {
    boolean sameBoot = !due.boot().isEmpty() && due.boot().equals(boot);
    return sinceBoot
        .filter(_ -> sameBoot)
        .map(Duration.ofMillis(due.sinceBootMillis())::minus)
        .orElseGet(() -> Duration.between(wall, due.at()));
  }

  /** Whether a moment is over, or is now. */
  boolean isOver(Due due) {
    return !left(due).isPositive();
  }
}
