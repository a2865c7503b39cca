package dev.losslessd.model;

import java.util.OptionalInt;

/**
 * Number of RDMA ports of this host.
 *
 * @param found as the last discovery saw them; virtual functions, bonds and representors are none
 * @param expected by the config; empty where it says nothing
 */
public record PortCount(int found, OptionalInt expected) {
  /** Whether fewer are there than shall be. */
  public boolean isShort() {
    return expected.isPresent() && found < expected.getAsInt();
  }

  /** One line for people: {@code 7 of 8 RDMA ports found}. */
  public String text() {
    return found
        + (expected.isPresent() ? " of " + expected.getAsInt() : "")
        + (expected.orElse(found) == 1 ? " RDMA port found" : " RDMA ports found");
  }
}
