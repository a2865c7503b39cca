package dev.losslessd.commit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;

/**
 * All time and all threads of the engine, which tests wind by hand.
 *
 * @param threads run device calls; a call may block
 * @param left of a commit's window, by a clock that nobody sets; empty where that is not known
 */
public record EngineTime(
    InstantSource clock,
    Timer timer,
    ExecutorService threads,
    Function<String, Optional<Duration>> left) {
  /** Time where the clock of the wall alone tells how long a window still lasts. */
  public EngineTime(InstantSource clock, Timer timer, ExecutorService threads) {
    this(clock, timer, threads, _ -> Optional.empty());
  }

  Instant now() {
    return clock.instant();
  }
}
