package dev.losslessd.commit;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;

/**
 * All time and all threads of the engine, which tests wind by hand.
 *
 * @param threads run device calls; a call may block
 * @param deadMan takes open commits back when this process is gone
 */
public record EngineTime(
    InstantSource clock, Timer timer, ExecutorService threads, DeadMan deadMan) {
  /** Time of an engine that nobody stands behind. */
  public EngineTime(InstantSource clock, Timer timer, ExecutorService threads) {
    this(clock, timer, threads, DeadMan.NONE);
  }

  Instant now() {
    return clock.instant();
  }
}
