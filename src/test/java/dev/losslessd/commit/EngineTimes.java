package dev.losslessd.commit;

import java.time.InstantSource;
import java.util.concurrent.ExecutorService;

/** Time of an engine that nothing stands behind, with one kind of thread for all work. */
public final class EngineTimes {
  private EngineTimes() {}

  public static EngineTime of(InstantSource clock, ExecutorService threads) {
    return new EngineTime(
        clock,
        BootClock.UNKNOWN,
        EngineThreads.of(threads),
        DeadMan.NONE,
        e -> {
          throw e;
        });
  }
}
