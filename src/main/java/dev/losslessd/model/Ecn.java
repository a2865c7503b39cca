package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Congestion marking (WRED with ECN) of a switch's queues. A priority that is not in the map is not
 * marked.
 *
 * @param marking by the priority whose queue marks
 */
public record Ecn(SortedMap<Priority, Marking> marking) implements SwitchSetting {
  public static final Ecn OFF = new Ecn(new TreeMap<>());

  static final SettingShape<Ecn> SHAPE =
      SettingShape.of(
              Ecn.class,
              "ecn 3=400KB,1600KB,20 (min, max, percent), ecn off",
              Ecn::new,
              field(
                  "marking",
                  new FieldType.Entries<>(Priority.TYPE, Marking.TYPE),
                  Ecn::marking,
                  "by priority 0..7"))
          .named("off", OFF);

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

    private static final FieldType.Whole<Long> SIZE =
        FieldType.longWhole("size", 0, 0xffff_ffffL).units(FieldType.Unit.SIZES);

    private static final Field<Marking, Long> MIN =
        field("minBytes", SIZE, (Marking one) -> one.told(one.minBytes), "no mark below")
            .untoldAtTimes();
    private static final Field<Marking, Long> MAX =
        field("maxBytes", SIZE, (Marking one) -> one.told(one.maxBytes), "all above marked")
            .untoldAtTimes()
            .notBelow("minBytes");
    private static final Field<Marking, Long> PROBABILITY =
        field(
                "probabilityPercent",
                FieldType.longWhole("percent", 0, 100),
                (Marking one) -> one.told(one.probabilityPercent),
                "chance of a mark at maxBytes")
            .untoldAtTimes();

    static final FieldType.Struct<Marking> TYPE =
        FieldType.struct(List.of(MIN, MAX, PROBABILITY), Marking::of);

    private static Marking of(Map<String, Object> plain) {
      return plain.isEmpty()
          ? UNTOLD
          : new Marking(MIN.need(plain), MAX.need(plain), Math.toIntExact(PROBABILITY.need(plain)));
    }

    private @Nullable Long told(long value) {
      return isTold() ? value : null;
    }

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
      return !isTold()
          ? "untold"
          : SIZE.text(minBytes) + ".." + SIZE.text(maxBytes) + "@" + probabilityPercent + "%";
    }
  }

  public Ecn {
    marking = Collections.unmodifiableSortedMap(new TreeMap<>(marking));
  }

  public static Ecn of(Map<Priority, Marking> marking) {
    return new Ecn(new TreeMap<>(marking));
  }

  /** Bytes and mark probability by priority: {@code 3=150KB..1500KB@10%}; or {@code off}. */
  @Override
  public String text() {
    return marking.isEmpty()
        ? "off"
        : marking.entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue().text())
            .collect(Collectors.joining(" "));
  }
}
