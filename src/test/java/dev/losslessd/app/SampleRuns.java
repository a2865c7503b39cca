package dev.losslessd.app;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Samples of one series as promtool writes them: {@code 7x3 8+2x4 stale _x2 5}. */
final class SampleRuns {
  private static final int FEWEST = 3;

  private SampleRuns() {}

  /**
   * Squeezes runs of equal values, and of values that grow evenly.
   *
   * @param values one for each scrape; null where the series was not on the page, which the first
   *     time is a staleness marker, as Prometheus writes it
   */
  static String of(List<@Nullable BigDecimal> values) {
    List<String> runs = new ArrayList<>();
    int at = 0;
    while (at < values.size()) {
      at = values.get(at) == null ? gap(values, at, runs) : run(values, at, runs);
    }
    return String.join(" ", runs);
  }

  private static int gap(List<@Nullable BigDecimal> values, int from, List<String> runs) {
    int to = from;
    while (to < values.size() && values.get(to) == null) {
      to++;
    }
    int missing = to - from;
    if (from > 0) {
      runs.add("stale");
      missing--;
    }
    if (missing > 0) {
      runs.add("_x" + missing);
    }
    return to;
  }

  private static int run(List<@Nullable BigDecimal> values, int from, List<String> runs) {
    BigDecimal first = values.get(from);
    BigDecimal step = step(values, from);
    int last = from;
    while (step != null && isSame(step, step(values, last))) {
      last++;
    }
    if (step == null || last - from < FEWEST) {
      runs.add(text(first));
      return from + 1;
    }
    String sign = step.signum() < 0 ? "" : "+";
    String each = step.signum() == 0 ? "" : sign + text(step);
    runs.add(text(first) + each + "x" + (last - from));
    return last + 1;
  }

  /** What the next value has more; null where there is none. */
  private static @Nullable BigDecimal step(List<@Nullable BigDecimal> values, int at) {
    BigDecimal here = values.get(at);
    BigDecimal next = at + 1 < values.size() ? values.get(at + 1) : null;
    return here == null || next == null ? null : next.subtract(here);
  }

  private static boolean isSame(BigDecimal step, @Nullable BigDecimal next) {
    return next != null && next.compareTo(step) == 0;
  }

  private static String text(@Nullable BigDecimal value) {
    return value == null ? "_" : value.stripTrailingZeros().toPlainString();
  }
}
