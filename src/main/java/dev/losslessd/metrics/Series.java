package dev.losslessd.metrics;

import dev.losslessd.metrics.NameRow.Value;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
  private Place[] places = {};

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
    places = Arrays.copyOf(places, places.length + 1);
    places[places.length - 1] = new Place(totals, column);
  }

  boolean onNic() {
    return onNic;
  }

  /** The first place that has a value now. */
  @Nullable Place withValue() {
    for (Place place : places) {
      if (place.totals().has(place.column())) {
        return place;
      }
    }
    return null;
  }

  void write(Text text, Place place) {
    PortTotals totals = place.totals();
    switch (kind) {
      case RAW -> text.series(prefix, totals.count(place.column()), false);
      case BASE -> text.series(prefix, totals.total(place.column()), false);
      case SECONDS -> text.series(prefix, totals.total(place.column()), true);
      case SUM -> text.series(prefix, sum(totals), false);
    }
  }

  /** What another reader tells of the same is not added again. */
  private long sum(PortTotals of) {
    long sum = 0;
    for (Place place : places) {
      if (place.totals() == of && of.has(place.column())) {
        sum += of.total(place.column());
      }
    }
    return sum;
  }
}
