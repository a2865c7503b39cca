package dev.losslessd.poll;

import java.util.Arrays;

/** Of the last nine times: one that was held up by others does not count. */
final class Median {
  private static final int KEPT = 9;

  private final long[] all = new long[KEPT];
  private final long[] sorted = new long[KEPT];
  private int count;

  /** Whether there were nine. */
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
