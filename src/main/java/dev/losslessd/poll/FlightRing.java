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

  /** Reads that are kept. */
  int size() {
    return size;
  }

  /**
   * @param n 0 is the oldest
   */
  long atMillis(int n) {
    return millis[slot(n)];
  }

  /**
   * @param n 0 is the oldest
   */
  long value(int n, int column) {
    return values[slot(n) * columns + column];
  }

  private int slot(int n) {
    return (next - size + n + millis.length) % millis.length;
  }
}
