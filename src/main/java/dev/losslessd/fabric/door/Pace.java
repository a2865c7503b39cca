package dev.losslessd.fabric.door;

import java.time.Duration;

/** Time for the fabric: real in the process, turned by hand in tests. */
public interface Pace {
  /** A time that only goes forward, nanoseconds from an arbitrary start. */
  long nanos();

  /** Blocks the calling thread for this time. */
  void sleep(Duration time) throws InterruptedException;
}
