package dev.losslessd.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Congestion marking (WRED with ECN) of a switch's queues. A priority that is not in the map is not
 * marked.
 *
 * @param marking by the priority whose queue marks
 */
public record Ecn(SortedMap<Priority, Marking> marking) implements Setting {
  public static final Ecn OFF = new Ecn(new TreeMap<>());

  /**
   * Thresholds of one queue.
   *
   * @param minBytes no mark below; 0 or more
   * @param maxBytes above, every packet is marked; at least minBytes
   * @param probabilityPercent chance of a mark at maxBytes, 0..100
   */
  public record Marking(long minBytes, long maxBytes, int probabilityPercent) {
    /** Marking at thresholds that the device chooses and does not report. Only read. */
    public static final Marking UNTOLD = new Marking(-1, -1, -1);

    public Marking {
      if (minBytes != -1 || maxBytes != -1 || probabilityPercent != -1) {
        requireRanges(minBytes, maxBytes, probabilityPercent);
      }
    }

    private static void requireRanges(long minBytes, long maxBytes, int probabilityPercent) {
      if (minBytes < 0 || maxBytes < minBytes) {
        throw new IllegalArgumentException(
            "ECN thresholds " + minBytes + ".." + maxBytes + " bytes: expected 0 <= min <= max");
      }
      if (probabilityPercent < 0 || probabilityPercent > 100) {
        throw new IllegalArgumentException(
            "ECN probability " + probabilityPercent + "% is outside 0..100");
      }
    }

    /** Whether there are numbers. */
    public boolean isTold() {
      return !equals(UNTOLD);
    }

    String text() {
      return !isTold() ? "untold" : minBytes + ".." + maxBytes + "@" + probabilityPercent + "%";
    }
  }

  public Ecn {
    marking = Collections.unmodifiableSortedMap(new TreeMap<>(marking));
  }

  public static Ecn of(Map<Priority, Marking> marking) {
    return new Ecn(new TreeMap<>(marking));
  }

  @Override
  public SettingKind kind() {
    return SettingKind.ECN;
  }

  /** Bytes and mark probability by priority: {@code 3=150000..1500000@10%}; or {@code off}. */
  @Override
  public String text() {
    return marking.isEmpty()
        ? "off"
        : marking.entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue().text())
            .collect(Collectors.joining(" "));
  }
}
