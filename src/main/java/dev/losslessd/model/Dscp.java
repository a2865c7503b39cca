package dev.losslessd.model;

import java.util.List;

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

  @Override
  public int compareTo(Dscp other) {
    return Integer.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
