package dev.losslessd.driver;

import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.util.Set;

/** What a device comes up with after a reboot. */
public interface StartupConfig {
  /**
   * Returns how what runs differs from what the device comes up with after a reboot.
   *
   * @param ours targets that this agent sets
   * @throws DeviceException if either cannot be read: then it is not known what a save would keep
   */
  default Unsaved unsaved(Set<Target> ours) {
    return Unsaved.NOTHING;
  }

  /**
   * Makes what is in force survive a reboot, all of it. Never done by a write of a setting; does
   * nothing where all that is in force survives anyway.
   *
   * @throws DeviceException refused, also because the agent of another host has a commit open; or
   *     the gate is closed
   */
  default void save() {}
}
