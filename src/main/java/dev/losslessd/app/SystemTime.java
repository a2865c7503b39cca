package dev.losslessd.app;

import dev.losslessd.model.TimeSource;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;

/** Real time of this machine; the only place that reads its clocks and sleeps. */
public final class SystemTime {
  private SystemTime() {}

  /** Real time in every part. */
  public static TimeSource get() {
    return by(Clock.systemUTC());
  }

  /** Real ticks and sleep beside a clock of choice. */
  static TimeSource by(InstantSource clock) {
    return new TimeSource(clock, System::nanoTime, SystemTime::pause);
  }

  /** Waits that long, or until the thread is interrupted. */
  public static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
