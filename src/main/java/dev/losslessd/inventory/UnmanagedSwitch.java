package dev.losslessd.inventory;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;

/** A switch is written only by the one agent whose config says so. */
record UnmanagedSwitch(String name) implements WriteGate {
  @Override
  public void pass(String what) {
    throw new TransportException(
        TransportException.Kind.CLOSED_GATE,
        what + " not written: this agent does not manage " + name + " (manage: true)");
  }
}
