package dev.losslessd.formulas;

import dev.losslessd.text.Pattern;
import java.util.OptionalLong;

/**
 * Numbers as kernels read them. The same text is another number at another file: {@code 010} is 8
 * where the kernel reads with base 0, and 26 is 38 where a driver always reads hex.
 */
public final class Numerals {
  private Numerals() {}

  /**
   * As {@code kstrtou32(text, 0, ...)}: {@code 0x} is hex, a leading 0 octal, else decimal.
   *
   * @return empty for what the kernel answers EINVAL or ERANGE to
   */
  public static OptionalLong base0(String text) {
    String digits = text.startsWith("+") ? text.substring(1) : text;
    if (Pattern.matches("0[xX][0-9a-fA-F]+", digits)) {
      return parse(digits.substring(2), 16);
    }
    return Pattern.matches("0[0-7]+", digits) ? parse(digits, 8) : decimal(digits);
  }

  /** As {@code sscanf("%x")} over the whole text: bnxt_re's configfs of the vendor's own driver. */
  public static OptionalLong hex(String text) {
    return Pattern.matches("(0[xX])?[0-9a-fA-F]+", text)
        ? parse(Pattern.of("^0[xX]").matcher(text).replaceFirst(""), 16)
        : OptionalLong.empty();
  }

  private static OptionalLong decimal(String digits) {
    return Pattern.matches("0|[1-9][0-9]*", digits) ? parse(digits, 10) : OptionalLong.empty();
  }

  private static OptionalLong parse(String digits, int base) {
    try {
      long value = Long.parseLong(digits, base);
      return value <= 0xffff_ffffL ? OptionalLong.of(value) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
