package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.model.DeviceId;

/** Memory of each switch that outlives the process. */
@FunctionalInterface
public interface SwitchMemory {
  /** Notes of its driver. */
  DeviceNotes driver(DeviceId device);

  /** Notes of its neighbors by LLDP. */
  default DeviceNotes neighbours(DeviceId device) {
    return DeviceNotes.none();
  }
}
