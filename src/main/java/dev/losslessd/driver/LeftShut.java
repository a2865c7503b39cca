package dev.losslessd.driver;

import dev.losslessd.model.PortId;
import java.time.Instant;

/**
 * A port that a write of this agent has left administratively down, though it was up before.
 *
 * @param up whether it was put back up since, and read back so
 * @param at when that was seen
 */
public record LeftShut(PortId port, boolean up, Instant at) {
  /** Describes the port in a sentence for the operator. */
  public String text() {
    return "%s was left shut by a write of ours that broke off; %s"
        .formatted(port, up ? "it was put back up" : "it is still shut");
  }
}
