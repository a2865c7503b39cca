package dev.losslessd.commit;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;

/**
 * All time and all threads of the engine, which tests wind by hand.
 *
 * @param threads run device calls; a call may block
 */
public record EngineTime(InstantSource clock, Timer timer, ExecutorService threads) {
  Instant now() {
    return clock.instant();
  }
}
