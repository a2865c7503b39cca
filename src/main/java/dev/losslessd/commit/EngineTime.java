package dev.losslessd.commit;

import dev.losslessd.model.Due;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * All time and all threads of the engine, which tests wind by hand.
 *
 * @param bootClock decides when something is due as long as the host runs
 * @param threads run device calls; a call may block
 * @param deadMan takes open commits back when this process is gone
 */
public record EngineTime(
    InstantSource clock,
    BootClock bootClock,
    Timer timer,
    ExecutorService threads,
    DeadMan deadMan) {
  /** Time of an engine that nobody stands behind. */
  public EngineTime(InstantSource clock, Timer timer, ExecutorService threads) {
    this(clock, BootClock.UNKNOWN, timer, threads, DeadMan.NONE);
  }

  Instant now() {
    return clock.instant();
  }

  /** The moment so much later than now. */
  Due in(Duration time) {
    Instant at = now().plus(time);
    return bootClock
        .sinceBoot()
        .get()
        .map(up -> new Due(at, bootClock.boot(), up.plus(time).toMillis()))
        .orElseGet(() -> Due.at(at));
  }

  /** Time until a moment, zero or negative once it is due. */
  Duration left(Due due) {
    Optional<Duration> up =
        bootClock.boot().equals(due.boot()) ? bootClock.sinceBoot().get() : Optional.empty();
    return up.map(Duration.ofMillis(due.sinceBootMillis())::minus)
        .orElseGet(() -> Duration.between(now(), due.at()));
  }

  /** Whether a moment is over, or is now. */
  boolean isOver(Due due) {
    return !left(due).isPositive();
  }
}
