package dev.losslessd.metrics;

import dev.losslessd.metrics.NameRow.Value;
import java.util.ArrayList;
import java.util.List;

/** One series of counters: its bytes up to the value, and where that may be. */
final class Series {
  /** One column of one reader. */
  record Place(PortTotals totals, int column) {}

  /** How its number is written. */
  enum Kind {
    RAW,
    BASE,
    SECONDS,
    SUM;

    static Kind of(Value value) {
      return switch (value) {
        case RAW -> RAW;
        case BASE -> BASE;
        case SUM -> SUM;
      };
    }
  }

  private final byte[] prefix;
  private final boolean onNic;
  private final Kind kind;
  private final List<Place> places = new ArrayList<>(1);

  /**
   * @param prefix of the sample, up to its value
   */
  Series(byte[] prefix, boolean onNic, Kind kind) {
    this.prefix = prefix;
    this.onNic = onNic;
    this.kind = kind;
  }

  /** Another place of the same fact, after those that are preferred. */
  void add(PortTotals totals, int column) {
    places.add(new Place(totals, column));
  }

  byte[] prefix() {
    return prefix;
  }

  boolean onNic() {
    return onNic;
  }

  Kind kind() {
    return kind;
  }

  List<Place> places() {
    return List.copyOf(places);
  }
}
