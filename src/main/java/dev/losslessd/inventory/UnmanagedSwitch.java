package dev.losslessd.inventory;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;

/** A switch is written only by the one agent whose config says so. */
record UnmanagedSwitch(String name) implements WriteGate {
  @Override
  public void pass(String what) {
    throw new TransportException(
        TransportException.Kind.CLOSED_GATE, what + " not written: " + why(name));
  }

  /** Returns why this agent writes nothing to a switch, and what would change that. */
  static String why(String name) {
    return ("this agent does not manage %s (manage: false); to write it, set 'manage: true' for"
            + " %s in the config of one agent")
        .formatted(name, name);
  }
}
