package dev.losslessd.model;

import java.util.List;

/**
 * How fast one counter of a port grew between two reads of the fast set.
 *
 * @param maxima the highest rate in some windows of time that are over, in the order of {@link
 *     #WINDOW_SECONDS}; NaN where a window has no read yet. Per second, in the unit of the signal
 * @param atMost reads since the start whose rate was at most each of {@link #bounds}
 * @param reads all reads since the start
 * @param sum of the rates of all reads
 */
public record Burst(
    PortId port, Counter counter, List<Double> maxima, List<Long> atMost, long reads, double sum) {
  /** Windows begin at multiples of the first one since the epoch. */
  public static final List<Integer> WINDOW_SECONDS = List.of(15, 60);

  /** Upper bounds of the buckets of a counter of events, per second. */
  private static final List<Double> EVENTS = List.of(0.0, 1e2, 1e3, 1e4, 1e5, 1e6);

  /** Upper bounds of the buckets of a counter of bytes, per second: zero, then 1 to 400 Gb/s. */
  private static final List<Double> BYTES =
      List.of(0.0, 1.25e8, 1.25e9, 6.25e9, 1.25e10, 2.5e10, 5e10);

  public Burst {
    maxima = List.copyOf(maxima);
    atMost = List.copyOf(atMost);
  }

  /** The upper bounds of a counter's buckets, without the infinite one. */
  public static List<Double> bounds(Counter counter) {
    return counter.signal() == Signal.RDMA_BYTES ? BYTES : EVENTS;
  }
}
