package dev.losslessd.model;

import java.util.List;

/**
 * An 802.1p priority, from 0 to 7.
 *
 * @param value 0..7
 */
public record Priority(int value) implements Comparable<Priority> {
  static final FieldType.Whole<Priority> TYPE =
      new FieldType.Whole<>("priority", 0, 7, List.of(), Priority::value, n -> of((int) n));

  /** Number of priorities in 802.1Q. */
  public static final int COUNT = 8;

  public Priority {
    if (value < 0 || value >= COUNT) {
      throw new IllegalArgumentException("priority " + value + " is outside 0..7");
    }
  }

  public static Priority of(int value) {
    return new Priority(value);
  }

  @Override
  public int compareTo(Priority other) {
    return Integer.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
