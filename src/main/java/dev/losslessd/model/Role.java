package dev.losslessd.model;

import dev.losslessd.text.Worded;
import java.util.Optional;

/** What a caller may do; each role may also do what those before it may. */
public enum Role implements Worded {
  /** Reads everything that is told. */
  VIEWER,
  /** Plans and changes settings of the devices in its scope. */
  OPERATOR,
  /** Also accepts devices, freezes and thaws, and makes and revokes tokens. */
  ADMIN;

  /** Why it cannot have a list of devices; empty for the one whose changes that limits. */
  public Optional<String> wrongWithDevices() {
    return this == OPERATOR
        ? Optional.empty()
        : Optional.of(
            "come with the role %s, expected none: they limit what an operator may change"
                .formatted(word()));
  }

  /** Whether it may do what needs that role. */
  public boolean covers(Role needed) {
    return compareTo(needed) >= 0;
  }
}
