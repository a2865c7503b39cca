package dev.losslessd.model;

import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;

/** Real time for tests of rooms that are handed theirs. */
public final class RealTime {
  private RealTime() {}

  /** Real time in every part. */
  public static TimeSource get() {
    return by(Clock.systemUTC());
  }

  /** Real ticks and sleep beside a clock of choice. */
  public static TimeSource by(InstantSource clock) {
    return new TimeSource(clock, System::nanoTime, RealTime::pause);
  }

  private static void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }
}
