package dev.losslessd.app;

import dev.losslessd.commit.WritePolicy;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;

/** Open in enforce mode while not frozen; asked before each byte. */
public record ModeGate(WritePolicy writePolicy) implements WriteGate {
  @Override
  public void pass(String what) {
    if (!writePolicy.mayWrite()) {
      throw new TransportException(
          TransportException.Kind.CLOSED_GATE, what + " not written: " + writePolicy.reason());
    }
  }
}
