package dev.losslessd.demo;

import dev.losslessd.fabric.door.Pace;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits up to two minutes of real time for something that another process does. */
final class Patience {
  private static final Duration MOST = Duration.ofSeconds(120);

  private final Pace pace = new SystemPace();
  private final Duration interval;

  /**
   * @param interval between two looks
   */
  Patience(Duration interval) {
    this.interval = interval;
  }

  /** Returns whether it came true in time. */
  boolean sees(BooleanSupplier there) {
    long deadline = pace.nanos() + MOST.toNanos();
    try {
      while (!there.getAsBoolean()) {
        if (pace.nanos() - deadline > 0) {
          return false;
        }
        pace.sleep(interval);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
