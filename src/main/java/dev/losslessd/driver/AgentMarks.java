package dev.losslessd.driver;

import java.util.List;

/** Marks that agents leave on a device, this one and those of other hosts. */
public interface AgentMarks {
  /**
   * Returns what carries a name of this agent's on the device, each in the device's own words:
   * policies, profiles, rows, sessions, checkpoints, comments of commits.
   *
   * @throws DeviceException if the device does not answer
   */
  default List<String> ownNames() {
    return List.of();
  }

  /**
   * Returns marks that show that the agent of another host writes this device too. An agent whose
   * mark is older than this one's has been taken over from, and is left out.
   *
   * @throws DeviceException if the device does not answer
   */
  default List<ForeignMark> foreign() {
    return List.of();
  }

  /**
   * Returns the agents of other hosts that have left a mark on the device, older than ours or newer
   * than it, and whether a commit of theirs is open there.
   *
   * @throws DeviceException if the device does not answer
   */
  default List<OtherAgent> agents() {
    return List.of();
  }
}
