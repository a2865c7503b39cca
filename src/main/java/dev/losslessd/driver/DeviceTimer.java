package dev.losslessd.driver;

import dev.losslessd.model.Change;
import java.util.List;

/** A device that itself takes back what is not kept in time. */
public interface DeviceTimer {
  /** Whether the device itself takes back what is not kept in time: {@link #applyWithTimer}. */
  default boolean holds() {
    return false;
  }

  /**
   * Writes the changes as one transaction of the device's own, all of them or none, under its own
   * timer: unless {@link #confirm} follows in time, it takes them back without us. A later call for
   * the same commit covers what it writes itself; whether it also goes on to cover what the earlier
   * call wrote is the device's, and the driver's page says so.
   *
   * @param changes of targets of this device, in the order of the plan
   * @throws DeviceException as {@link Session#apply}; then nothing of this call is in force
   */
  void applyWithTimer(List<Change> changes, Hold hold);

  /**
   * Keeps what is held for this commit; the timer ends. Does nothing where nothing is held.
   *
   * @throws DeviceException if the device does not say that it is kept
   */
  default void confirm(Hold hold) {}

  /**
   * The timer of what is held for this commit starts anew from now.
   *
   * @throws DeviceException UNSUPPORTED where the device cannot, or if nothing is held any more
   */
  default void extend(Hold hold) {}

  /**
   * Takes back now what is held for this commit, without waiting for the timer, and throws away
   * what a process that died has left half written of it and never put in force. Does nothing where
   * there is nothing.
   *
   * @param begun changes of the commit on this device, in the order of application: what is half
   *     written is known by them where the device keeps no mark of ours on it
   * @throws DeviceException refused, gone, timed out, or the gate is closed
   */
  default void revert(Hold hold, List<Change> begun) {}
}
