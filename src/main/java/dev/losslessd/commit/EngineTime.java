package dev.losslessd.commit;

import dev.losslessd.model.Due;
import dev.losslessd.model.Maintenance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * All time and all threads of the engine, which tests wind by hand.
 *
 * @param bootClock decides when something is due as long as the host runs
 * @param threads run steps of commits and device calls; they serve nothing else
 * @param deadMan takes open commits back when this process is gone
 * @param broken ends the process: its memory or stack is exhausted, and the next start recovers
 */
public record EngineTime(
    InstantSource clock,
    BootClock bootClock,
    EngineThreads threads,
    DeadMan deadMan,
    Consumer<VirtualMachineError> broken) {
  Instant now() {
    return clock.instant();
  }

  Moment moment() {
    return new Moment(now(), bootClock.boot(), bootClock.sinceBoot().get());
  }

  /** The moment so much later than now. */
  Due in(Duration time) {
    return moment().in(time);
  }

  /** Time until a moment, zero or negative once it is due. */
  Duration left(Due due) {
    return moment().left(due);
  }

  /** Whether a moment is over, or is now. */
  boolean isOver(Due due) {
    return moment().isOver(due);
  }

  boolean lasts(Maintenance one) {
    return !isOver(one.until());
  }
}
