package dev.losslessd.driver.nvue;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * On and off, for which releases have words of their own: up to 5.14 {@code enable} and {@code on},
 * from 5.15 on {@code enabled} (NVUE reference, Set and Unset Commands). Every one is understood.
 */
final class Switch {
  private static final Map<String, String> OTHERS =
      Map.of(
          "enable", "enabled", "enabled", "enable", "disable", "disabled", "disabled", "disable");

  private Switch() {}

  /** Empty if the word is neither. */
  static Optional<Boolean> read(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "on", "enable", "enabled", "yes", "true" -> Optional.of(true);
      case "off", "disable", "disabled", "no", "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** The word of the other releases; empty if it has only this one. */
  static Optional<String> otherSpelling(String word) {
    return Optional.ofNullable(OTHERS.get(word));
  }
}
