package dev.losslessd.driver;

import dev.losslessd.model.Sweep;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads all counters of one port. For one caller at a time. */
@FunctionalInterface
public interface Sweeper extends AutoCloseable {
  /**
   * @param atMillis wall time to stamp, milliseconds of the epoch
   * @param tickNanos monotonic time to stamp
   * @throws DeviceException if the port as a whole cannot be read
   */
  Sweep sweep(long atMillis, long tickNanos);

  /**
   * A sweep of every counter that the device serves, those too that are not polled. Costs more than
   * a sweep.
   *
   * @param atMillis wall time to stamp, milliseconds of the epoch
   * @param tickNanos monotonic time to stamp
   * @throws DeviceException if the port as a whole cannot be read
   */
  default Sweep readAll(long atMillis, long tickNanos) {
    return sweep(atMillis, tickNanos);
  }

  /** Why one source of the last sweep could not be read while others could; empty if all were. */
  default Optional<DeviceException> unread() {
    return Optional.empty();
  }

  /** Rate of the port as of the last sweep, megabits per second; empty where it is not known. */
  default OptionalLong rateMbps() {
    return OptionalLong.empty();
  }

  /**
   * A reader of all ports of the port's device at once; empty where there is nothing to gain.
   *
   * @param within about so long one of its sweeps may take
   */
  default Optional<DeviceSweeper> together(Duration within) {
    return Optional.empty();
  }

  /** Gives back what it keeps open; it is not used after that. */
  @Override
  default void close() {}
}
