package dev.losslessd.poll;

import java.util.Arrays;

/** Median of the last nine times, so that a single delayed one does not count. */
final class Median {
  private static final int KEPT = 9;

  private final long[] all = new long[KEPT];
  private final long[] sorted = new long[KEPT];
  private int count;

  /** Adds a time; returns true once nine have been recorded. */
  boolean add(long nanos) {
    all[count % KEPT] = nanos;
    // stays above nine, whatever overflows
    count = count == 2 * KEPT - 1 ? KEPT : count + 1;
    return count >= KEPT;
  }

  long nanos() {
    System.arraycopy(all, 0, sorted, 0, KEPT);
    Arrays.sort(sorted);
    return sorted[KEPT / 2];
  }

  void forget() {
    count = 0;
  }
}
