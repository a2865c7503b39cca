package dev.losslessd.model;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A set of priorities as the kernel and the switches keep it: bit n is priority n.
 *
 * @param mask 0..255
 */
public record PrioritySet(int mask) {
  static final FieldType.SetOf<Priority, PrioritySet> TYPE =
      new FieldType.SetOf<>(
          Priority.TYPE, Priority.COUNT, PrioritySet::priorities, PrioritySet::of);

  public static final PrioritySet NONE = new PrioritySet(0);

  public PrioritySet {
    if (mask < 0 || mask > 0xff) {
      throw new IllegalArgumentException("priority mask " + mask + " is outside 0..255");
    }
  }

  public static PrioritySet of(int... priorities) {
    return of(IntStream.of(priorities).mapToObj(Priority::of).toList());
  }

  public static PrioritySet of(Collection<Priority> priorities) {
    int mask = 0;
    for (Priority priority : priorities) {
      mask |= 1 << priority.value();
    }
    return new PrioritySet(mask);
  }

  /**
   * @param text {@code 0,3} or {@code none}
   */
  public static PrioritySet parse(String text) {
    if (text.isBlank() || text.equals("none")) {
      return NONE;
    }
    try {
      return of(IntStream.of(split(text)).toArray());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "priorities '" + text + "': expected a list like 0,3 or none", e);
    }
  }

  private static int[] split(String text) {
    return List.of(text.split(",", -1)).stream()
        .mapToInt(word -> Integer.parseInt(word.trim()))
        .toArray();
  }

  public boolean contains(Priority priority) {
    return (mask & 1 << priority.value()) != 0;
  }

  public PrioritySet with(Priority priority) {
    return new PrioritySet(mask | 1 << priority.value());
  }

  public PrioritySet without(Priority priority) {
    return new PrioritySet(mask & ~(1 << priority.value()));
  }

  /** Returns the union of both sets. */
  public PrioritySet with(PrioritySet others) {
    return new PrioritySet(mask | others.mask);
  }

  public boolean containsAll(PrioritySet others) {
    return (mask & others.mask) == others.mask;
  }

  public boolean isEmpty() {
    return mask == 0;
  }

  public int size() {
    return Integer.bitCount(mask);
  }

  /** The priorities in rising order. */
  public List<Priority> priorities() {
    return IntStream.range(0, Priority.COUNT)
        .filter(n -> (mask & 1 << n) != 0)
        .mapToObj(Priority::of)
        .toList();
  }

  /** Numbers joined by commas, {@code 0,3}, or {@code none}. */
  @Override
  public String toString() {
    return mask == 0
        ? "none"
        : priorities().stream().map(Priority::toString).collect(Collectors.joining(","));
  }
}
