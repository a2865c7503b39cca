package dev.losslessd.poll;

/** The last reads of some counters in fixed memory: the oldest make room for the newest. */
final class FlightRing {
  private final int columns;
  private final long[] millis;
  private final long[] values;
  private int next;
  private int size;

  FlightRing(int columns, int slots) {
    this.columns = columns;
    this.millis = new long[slots];
    this.values = new long[slots * columns];
  }

  /**
   * @param row a value for each column; copied
   */
  void add(long atMillis, long[] row) {
    millis[next] = atMillis;
    System.arraycopy(row, 0, values, next * columns, columns);
    next = (next + 1) % millis.length;
    size = Math.min(millis.length, size + 1);
  }

  /** Wall times of the reads, oldest first. */
  long[] times() {
    return inOrder(millis, 1);
  }

  /** The rows, oldest first. */
  long[] rows() {
    return inOrder(values, columns);
  }

  private long[] inOrder(long[] ring, int width) {
    int slots = millis.length;
    int oldest = (next - size + slots) % slots;
    int before = Math.min(size, slots - oldest);
    long[] all = new long[size * width];
    System.arraycopy(ring, oldest * width, all, 0, before * width);
    System.arraycopy(ring, 0, all, before * width, (size - before) * width);
    return all;
  }
}
