package dev.losslessd.bench;

import java.util.Arrays;
import java.util.Locale;

/** Several rounds of one figure: the median counts, the others say how far to trust it. */
final class Spread {
  private final double[] sorted;

  private Spread(double[] sorted) {
    this.sorted = sorted;
  }

  static Spread of(double... rounds) {
    double[] sorted = rounds.clone();
    Arrays.sort(sorted);
    return new Spread(sorted);
  }

  double median() {
    return sorted[sorted.length / 2];
  }

  double least() {
    return sorted[0];
  }

  double most() {
    return sorted[sorted.length - 1];
  }

  /** The value below which that part of the rounds is. */
  double quantile(double part) {
    return sorted[(int) Math.min(sorted.length - 1L, Math.round(part * sorted.length))];
  }

  /** Median with least and most: {@code 1.23 (1.20..1.40)}. */
  String text(String format) {
    return String.format(
        Locale.ROOT, format + " (" + format + ".." + format + ")", median(), least(), most());
  }

  @Override
  public String toString() {
    return text("%.3g");
  }
}
