package dev.losslessd.jobs;

import dev.losslessd.text.Pattern;
import java.util.OptionalInt;

/** Numbers of the environment as strtoll takes them: {@code 106}, {@code 0x6a}, octal 0152. */
final class Numbers {
  private Numbers() {}

  /** Empty for other text and for numbers of more than nine digits. */
  static OptionalInt of(String text) {
    if (Pattern.matches("0[0-7]{1,9}", text)) {
      return OptionalInt.of(Integer.parseInt(text, 8));
    }
    if (Pattern.matches("[-+]?\\d{1,9}", text)) {
      return OptionalInt.of(Integer.parseInt(text));
    }
    return Pattern.matches("0[xX][0-9a-fA-F]{1,7}", text)
        ? OptionalInt.of(Integer.parseInt(text.substring(2), 16))
        : OptionalInt.empty();
  }
}
