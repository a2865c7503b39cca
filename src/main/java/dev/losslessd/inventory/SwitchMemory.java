package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.model.DeviceId;

/** Memory of each switch that outlives the process. */
@FunctionalInterface
public interface SwitchMemory {
  /** What its driver remembers of it. */
  String DRIVER = "devices";

  /** Its neighbors by LLDP, as last heard. */
  String NEIGHBOURS = "neighbours";

  /** When it was last seen to start. */
  String STARTS = "starts";

  /** Notes of one kind about a switch. */
  DeviceNotes of(String what, DeviceId device);
}
