package dev.losslessd.model;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Time as a room has it, handed to its classes by constructor.
 *
 * @param clock of the wall, for what is told; somebody may set it
 * @param nanos a clock that never jumps: {@link System#nanoTime}
 * @param sleeper waits that long, or until the thread is interrupted
 */
public record TimeSource(InstantSource clock, LongSupplier nanos, Consumer<Duration> sleeper) {
  /** Monotonic nanoseconds, of use only as differences. */
  public long ticks() {
    return nanos.getAsLong();
  }

  /** Waits that long, or until the thread is interrupted. */
  public void sleep(Duration time) {
    sleeper.accept(time);
  }
}
