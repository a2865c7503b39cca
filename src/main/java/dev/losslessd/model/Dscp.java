package dev.losslessd.model;

import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.OptionalInt;

/**
 * A Differentiated Services code point: the upper six bits of the IP ToS byte (RFC 2474).
 *
 * @param value 0..63
 */
public record Dscp(int value) implements Comparable<Dscp> {
  static final FieldType.Whole<Dscp> TYPE =
      new FieldType.Whole<>("DSCP", 0, 63, List.of(), Dscp::value, n -> of((int) n));

  public Dscp {
    if (value < 0 || value > 63) {
      throw new IllegalArgumentException("DSCP " + value + " is outside 0..63");
    }
  }

  public static Dscp of(int value) {
    return new Dscp(value);
  }

  /** The value of a name of RFC 2474, 2597 or 3246: {@code cs1}, {@code af23}, {@code ef}. */
  public static OptionalInt named(String name) {
    if (!Pattern.matches("cs[1-7]|af[1-4][1-3]|ef", name)) {
      return OptionalInt.empty();
    }
    String digits = name.equals("ef") ? "53" : name.substring(2) + "0";
    return OptionalInt.of(8 * (digits.charAt(0) - '0') + 2 * (digits.charAt(1) - '0'));
  }

  @Override
  public int compareTo(Dscp other) {
    return Integer.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
