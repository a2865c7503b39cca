package dev.losslessd.app;

import dev.losslessd.commit.Posture;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;

/** Open in enforce mode while not frozen; asked before each byte. */
record ModeGate(Posture posture) implements WriteGate {
  @Override
  public void pass(String what) {
    if (!posture.mayWrite()) {
      throw new TransportException(
          TransportException.Kind.CLOSED_GATE, what + " not written: " + posture.reason());
    }
  }
}
