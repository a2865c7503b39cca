package dev.losslessd.driver;

import java.util.List;

/** What writes of this agent leave on a device beside the settings, and how it goes away. */
public interface Traces {
  /**
   * Takes away what broken off changes of this agent have left beside the settings, such as a
   * policy that was built and never put in force. Nothing that is in force changes. Called when an
   * undo has put the settings back; does nothing where there is nothing.
   *
   * @throws DeviceException refused, gone, timed out, or the gate is closed
   */
  default void cleanUp() {}

  /**
   * Takes away all that carries a name of this agent and that nothing in force needs: what {@link
   * #cleanUp} does, and also checkpoints. Called when the agent leaves the device for good.
   *
   * @throws DeviceException refused, gone, timed out, or the gate is closed
   */
  default void leave() {
    cleanUp();
  }

  /**
   * Puts ports back up that a write of this agent has left administratively down, and reads them
   * back. Called when an undo has ended, whatever came of it; does nothing where there is none.
   *
   * @throws DeviceException refused, gone, timed out, or the gate is closed
   */
  default void reopen() {}

  /** Returns ports that a write of this agent has left shut, as last seen; asks no device. */
  default List<LeftShut> leftShut() {
    return List.of();
  }

  /**
   * Takes away the mark that a commit of this agent is open on the device. Called while none is;
   * does nothing where there is no such mark.
   *
   * @throws DeviceException refused, gone, timed out, or the gate is closed
   */
  default void settled() {}
}
