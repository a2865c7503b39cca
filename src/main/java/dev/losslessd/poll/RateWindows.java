package dev.losslessd.poll;

import dev.losslessd.model.Burst;
import dev.losslessd.model.Counter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The highest rate of one counter by windows of time, and how often which rate was seen. Windows
 * begin at multiples of 15 s since the epoch and not at scrapes, so that any number of Prometheus
 * servers see the same ones: the one that ended last stays until the next ends. Memory is fixed.
 */
final class RateWindows {
  static final int STEP_MILLIS = Burst.WINDOW_SECONDS.getFirst() * 1000;
  private static final int KEPT = Burst.WINDOW_SECONDS.getLast() / Burst.WINDOW_SECONDS.getFirst();

  private final double[] bounds;

  /** Reads by the first bound that they do not exceed; without those above all bounds. */
  private final long[] counts;

  /** Highest rate of each window that has ended and of the current one, per second. */
  private final double[] highest = new double[KEPT + 1];

  private long window = Long.MIN_VALUE;

  /** When it began, and where its highest rate is: most reads are in the same one as the last. */
  private long begin = Long.MAX_VALUE;

  private int now;
  private long reads;
  private double sum;

  RateWindows(Counter counter) {
    bounds = Burst.bounds(counter).stream().mapToDouble(Double::doubleValue).toArray();
    counts = new long[bounds.length];
    Arrays.fill(highest, Double.NaN);
  }

  void add(long atMillis, double rate) {
    turn(atMillis);
    double most = highest[now];
    if (!(most >= rate)) {
      highest[now] = rate;
    }
    reads++;
    sum += rate;
    for (int n = 0; n < bounds.length; n++) {
      if (rate <= bounds[n]) {
        counts[n]++;
        return;
      }
    }
  }

  /** Counts reads of one window that found no growth. */
  void still(long atMillis, int times) {
    turn(atMillis);
    if (!(highest[now] >= 0)) {
      highest[now] = 0;
    }
    reads += times;
    counts[0] += times;
  }

  /** When the window of a time ends. */
  static long end(long atMillis) {
    return (Math.floorDiv(atMillis, (long) STEP_MILLIS) + 1) * STEP_MILLIS;
  }

  /** Windows without a read have no rate. */
  private void turn(long atMillis) {
    if (atMillis >= begin && atMillis - begin < STEP_MILLIS) {
      return;
    }
    long next = Math.floorDiv(atMillis, (long) STEP_MILLIS);
    if (next == window) {
      return;
    }
    long empty =
        Math.min(highest.length, window == Long.MIN_VALUE ? highest.length : next - window);
    for (long n = 0; n < empty; n++) {
      highest[place(next - n)] = Double.NaN;
    }
    window = next;
    now = place(next);
    begin = next * STEP_MILLIS;
  }

  private int place(long number) {
    return (int) Math.floorMod(number, (long) highest.length);
  }

  /** As of a time, in the order of {@link Burst#WINDOW_SECONDS}. */
  List<Double> maxima(long atMillis) {
    turn(atMillis);
    List<Double> maxima = new ArrayList<>();
    for (int seconds : Burst.WINDOW_SECONDS) {
      double most = Double.NaN;
      for (int n = 1; n <= seconds / Burst.WINDOW_SECONDS.getFirst(); n++) {
        double one = highest[place(window - n)];
        most = Double.isNaN(most) || one > most ? one : most;
      }
      maxima.add(most);
    }
    return maxima;
  }

  List<Long> atMost() {
    long[] sums = counts.clone();
    Arrays.parallelPrefix(sums, Long::sum);
    return Arrays.stream(sums).boxed().toList();
  }

  long reads() {
    return reads;
  }

  double sum() {
    return sum;
  }
}
