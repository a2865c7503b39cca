package dev.losslessd.store;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Positions of each commit's records in the file: the one that says what it is, and the one that
 * says how it ended. Twenty bytes for each commit.
 */
final class CommitIndex {
  /** Position of a record that does not exist. */
  static final long NONE = -1;

  private int[] numbers = new int[64];
  private long[] runs = new long[64];
  private long[] ends = new long[64];
  private int size;

  /** The last of them counts: a staged one that begins has its plan anew. */
  void run(int number, long at) {
    int place = place(number); // may replace the arrays
    runs[place] = at;
  }

  void end(int number, long at) {
    if (find(number) >= 0) {
      ends[find(number)] = at;
    }
  }

  /** First byte of its record, or {@link #NONE}. */
  long run(int number) {
    int at = find(number);
    return at < 0 ? NONE : runs[at];
  }

  /** First byte of its record, or {@link #NONE}. */
  long end(int number) {
    int at = find(number);
    return at < 0 ? NONE : ends[at];
  }

  int size() {
    return size;
  }

  /** Commit numbers below a number, the highest first. */
  int[] below(int number, int limit) {
    int at = find(number);
    int to = at < 0 ? -at - 1 : at;
    int[] found = new int[Math.min(limit, to)];
    for (int i = 0; i < found.length; i++) {
      found[i] = numbers[to - 1 - i];
    }
    return found;
  }

  /** The number at a place in the order of numbers, from 0. */
  int at(int place) {
    return numbers[place];
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeInt(numbers[i]);
      out.writeLong(runs[i]);
      out.writeLong(ends[i]);
    }
  }

  static CommitIndex read(DataInputStream in) throws IOException {
    CommitIndex index = new CommitIndex();
    for (int left = in.readInt(); left > 0; left--) {
      int number = in.readInt();
      index.run(number, in.readLong());
      index.end(number, in.readLong());
    }
    return index;
  }

  private int find(int number) {
    return Arrays.binarySearch(numbers, 0, size, number);
  }

  /** Index of a commit, making room for it if needed, at or near the end. */
  private int place(int number) {
    int known = find(number);
    if (known >= 0) {
      return known;
    }
    if (size == numbers.length) {
      grow();
    }
    int at = -known - 1;
    System.arraycopy(numbers, at, numbers, at + 1, size - at);
    System.arraycopy(runs, at, runs, at + 1, size - at);
    System.arraycopy(ends, at, ends, at + 1, size - at);
    numbers[at] = number;
    runs[at] = NONE;
    ends[at] = NONE;
    size++;
    return at;
  }

  private void grow() {
    int more = size + size / 2;
    numbers = Arrays.copyOf(numbers, more);
    runs = Arrays.copyOf(runs, more);
    ends = Arrays.copyOf(ends, more);
  }
}
