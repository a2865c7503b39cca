package dev.losslessd.fabric.door;

import java.time.Duration;

/** Clock of the fabric: real in the process, advanced by hand in tests. */
public interface Pace {
  /** Monotonic time, in nanoseconds from an arbitrary start. */
  long nanos();

  /** Blocks the calling thread for this time. */
  void sleep(Duration time) throws InterruptedException;
}
