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
  private static final int STEP_MILLIS = Burst.WINDOW_SECONDS.getFirst() * 1000;
  private static final int KEPT = Burst.WINDOW_SECONDS.getLast() / Burst.WINDOW_SECONDS.getFirst();

  private final double[] bounds;
  private final long[] atMost;

  /** Of the windows that are over, and of the one that is not. */
  private final double[] highest = new double[KEPT + 1];

  private long window = Long.MIN_VALUE;
  private long reads;
  private double sum;

  RateWindows(Counter counter) {
    bounds = Burst.bounds(counter).stream().mapToDouble(Double::doubleValue).toArray();
    atMost = new long[bounds.length];
    Arrays.fill(highest, Double.NaN);
  }

  void add(long atMillis, double rate) {
    turn(atMillis);
    int now = place(window);
    highest[now] = Double.isNaN(highest[now]) ? rate : Math.max(highest[now], rate);
    reads++;
    sum += rate;
    for (int n = bounds.length - 1; n >= 0 && rate <= bounds[n]; n--) {
      atMost[n]++;
    }
  }

  /** Windows without a read have no rate. */
  private void turn(long atMillis) {
    long now = Math.floorDiv(atMillis, (long) STEP_MILLIS);
    if (now == window) {
      return;
    }
    long empty = Math.min(highest.length, window == Long.MIN_VALUE ? highest.length : now - window);
    for (long n = 0; n < empty; n++) {
      highest[place(now - n)] = Double.NaN;
    }
    window = now;
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
    return Arrays.stream(atMost).boxed().toList();
  }

  long reads() {
    return reads;
  }

  double sum() {
    return sum;
  }
}
