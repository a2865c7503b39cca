package dev.losslessd.store;

import dev.losslessd.text.Worded;
import java.util.Arrays;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Positions of each commit's records in the file: the one that says what it is, and the one that
 * says how it ended. Twenty bytes for each commit. Safe for threads.
 */
final class CommitIndex {
  /** Position of a record that does not exist. */
  static final long NONE = -1;

  private int[] numbers;
  private long[] runs;
  private long[] ends;
  private int size;

  private static final Set<String> RUNS = words(Entry.Staged.class, Entry.Begun.class);
  private static final Set<String> ENDS =
      words(
          Entry.Confirmed.class, Entry.RolledBack.class, Entry.Stuck.class, Entry.Abandoned.class);

  private static Set<String> words(Class<?>... entries) {
    return Arrays.stream(entries).map(Worded::of).collect(Collectors.toUnmodifiableSet());
  }

  CommitIndex() {
    this(64);
  }

  /** With room for so many commits: arrays that grow leave large garbage at a start. */
  private CommitIndex(int room) {
    numbers = new int[room];
    runs = new long[room];
    ends = new long[room];
  }

  /** Takes an entry that says what a commit is, or how it ended; others are nothing to it. */
  synchronized void take(String entry, String commit, long at) {
    int number = CommitIds.number(commit).orElse(-1);
    if (RUNS.contains(entry) && number >= 0) {
      run(number, at);
    } else if (ENDS.contains(entry)) {
      end(number, at);
    }
  }

  /** The last of them counts: a staged one that begins has its plan anew. */
  synchronized void run(int number, long at) {
    int place = place(number); // may replace the arrays
    runs[place] = at;
  }

  synchronized void end(int number, long at) {
    if (find(number) >= 0) {
      ends[find(number)] = at;
    }
  }

  /** Where its records are; none for one that is not known. */
  synchronized long[] places(int number) {
    int at = find(number);
    long[] both = at < 0 ? new long[0] : new long[] {runs[at], ends[at]};
    return Arrays.stream(both).filter(place -> place != NONE).toArray();
  }

  synchronized int size() {
    return size;
  }

  /** Commit numbers below a number, the highest first. */
  synchronized int[] below(int number, int limit) {
    int at = find(number);
    int to = at < 0 ? -at - 1 : at;
    int[] found = new int[Math.min(limit, to)];
    for (int i = 0; i < found.length; i++) {
      found[i] = numbers[to - 1 - i];
    }
    return found;
  }

  /** The number at a place in the order of numbers, from 0. */
  synchronized int at(int place) {
    return numbers[place];
  }

  /** As it is now; the other goes on. */
  synchronized CommitIndex copy() {
    CommitIndex copy = new CommitIndex(size);
    System.arraycopy(numbers, 0, copy.numbers, 0, size);
    System.arraycopy(runs, 0, copy.runs, 0, size);
    System.arraycopy(ends, 0, copy.ends, 0, size);
    copy.size = size;
    return copy;
  }

  /** Forgets all other commits. */
  synchronized void retain(IntPredicate kept) {
    int left = 0;
    for (int i = 0; i < size; i++) {
      if (kept.test(numbers[i])) {
        numbers[left] = numbers[i];
        runs[left] = runs[i];
        ends[left] = ends[i];
        left++;
      }
    }
    size = left;
  }

  /**
   * Numbers in one array: how many commits there are, and of each its own number, where it runs,
   * and how far from there it ends.
   */
  static final class Json implements RecordJson.Form {
    @Override
    public void write(JsonGenerator out, Object value) {
      CommitIndex index = (CommitIndex) value;
      out.writeStartArray();
      out.writeNumber(index.size);
      for (int i = 0; i < index.size; i++) {
        out.writeNumber(index.numbers[i]);
        out.writeNumber(index.runs[i]);
        out.writeNumber(index.ends[i] == NONE ? 0 : index.ends[i] - index.runs[i]);
      }
      out.writeEndArray();
    }

    @Override
    public Object read(JsonParser in) {
      RecordJson.require(in, JsonToken.START_ARRAY);
      CommitIndex index = new CommitIndex(Math.toIntExact(next(in)) + 64);
      while (in.nextToken() != JsonToken.END_ARRAY) {
        int number = in.getIntValue();
        long run = next(in);
        long length = next(in);
        index.run(number, run);
        if (length > 0) {
          index.end(number, run + length);
        }
      }
      return index;
    }

    private static long next(JsonParser in) {
      in.nextToken();
      RecordJson.require(in, JsonToken.VALUE_NUMBER_INT);
      return in.getLongValue();
    }
  }

  private int find(int number) {
    boolean isNext = size == 0 || numbers[size - 1] < number;
    return isNext ? -size - 1 : Arrays.binarySearch(numbers, 0, size, number);
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
    int more = size + size / 2 + 64;
    numbers = Arrays.copyOf(numbers, more);
    runs = Arrays.copyOf(runs, more);
    ends = Arrays.copyOf(ends, more);
  }
}
