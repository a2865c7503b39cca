package dev.losslessd.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a caller may do; each role may also do what those before it may. */
public enum Role {
  /** Reads everything that is told. */
  VIEWER,
  /** Plans and changes settings of the devices in its scope. */
  OPERATOR,
  /** Also accepts devices, freezes and thaws, and makes and revokes tokens. */
  ADMIN;

  /** The name in requests, answers and the config: {@code operator}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Role> ofWord(String word) {
    return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
  }

  /** All names, the least role first. */
  public static List<String> words() {
    return Arrays.stream(values()).map(Role::word).toList();
  }

  /** Why it cannot have a list of devices; empty for the one whose changes that limits. */
  public Optional<String> wrongWithDevices() {
    return this == OPERATOR
        ? Optional.empty()
        : Optional.of(
            "come with the role "
                + word()
                + ", expected none: they limit what an operator may change");
  }

  /** Whether it may do what needs that role. */
  public boolean covers(Role needed) {
    return compareTo(needed) >= 0;
  }
}
