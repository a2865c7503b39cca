package dev.losslessd.driver;

import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Reads the counters of many ports of one device at once. For one caller at a time. */
@FunctionalInterface
public interface DeviceSweeper {
  /**
   * Cost of reading so far, by the reader's own count.
   *
   * @param pdus packets sent, retries and all
   * @param retries requests sent again after silence
   * @param timeouts requests given up
   * @param restarts of the device's agent
   */
  record Toll(long pdus, long retries, long timeouts, long restarts) {
    /** Toll of a reader that does not count. */
    public static final Toll NONE = new Toll(0, 0, 0, 0);
  }

  /**
   * One answer for all ports that are asked about; a port that it does not tell of, or not wholly,
   * is left out.
   *
   * @param atMillis wall time to stamp, milliseconds of the epoch
   * @param tickNanos monotonic time to stamp
   * @throws DeviceException if the device as a whole cannot be read
   */
  List<Sweep> sweep(Collection<PortId> ports, long atMillis, long tickNanos);

  /**
   * Asks the device as little as there is to ask: whether it is there. Before a sweep of a device
   * that failed for long.
   *
   * @throws DeviceException if it is not
   */
  default void probe() {}

  /** Another time that one sweep may take about; nothing where the reader has no bound. */
  default void within(Duration next) {}

  /** Rates as of the last sweep, megabits per second; without those that are not known. */
  default Map<PortId, Long> rates() {
    return Map.of();
  }

  /** Links as of the last sweep; without those that are not known. */
  default Map<PortId, LinkReading> links() {
    return Map.of();
  }

  /** Ports that the last sweep left out, with the reason; without those that have none. */
  default Map<PortId, String> leftOut() {
    return Map.of();
  }

  /** Returns what reading took so far. */
  default Toll toll() {
    return Toll.NONE;
  }
}
