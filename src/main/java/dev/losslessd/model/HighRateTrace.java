package dev.losslessd.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The last minutes of a port's fast set, oldest first. Values are raw and count up: between two
 * reads, however far apart, nothing is lost of them but how it was spread.
 *
 * @param atMillis wall time of each read, rising
 * @param values in the order of the counters, one read after the other; {@link #ABSENT} where there
 *     is none
 */
@SuppressWarnings("ArrayRecordComponent") // copies of its own, never compared
public record HighRateTrace(PortId port, List<Counter> counters, long[] atMillis, long[] values) {
  /** In the place of a value that was not read; absent is never zero. */
  public static final long ABSENT = -1;

  public HighRateTrace {
    if (values.length != atMillis.length * counters.size()) {
      throw new IllegalArgumentException(
          "%s values, expected %s for each of %s reads"
              .formatted(values.length, counters.size(), atMillis.length));
    }
    counters = List.copyOf(counters);
    atMillis = atMillis.clone();
    values = values.clone();
  }

  /** Number of reads in the trace. */
  public int size() {
    return atMillis.length;
  }

  /** Wall time of a read, milliseconds of the epoch. */
  public long atMillis(int read) {
    return atMillis[read];
  }

  /** The raw value, unsigned 64 bits. */
  public OptionalLong value(int read, int counter) {
    long value = values[read * counters.size() + counter];
    return value == ABSENT ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** Reads from one time to another, both included. */
  public HighRateTrace between(Instant from, Instant to) {
    return only(read -> {
      Instant at = Instant.ofEpochMilli(atMillis[read]);
      return !at.isBefore(from) && !at.isAfter(to);
    });
  }

  /**
   * The last read of each span of time; spans begin at multiples of their length.
   *
   * @param millis 1 or more
   */
  public HighRateTrace every(long millis) {
    return only(read ->
        read == size() - 1
            || Math.floorDiv(atMillis[read], millis) != Math.floorDiv(atMillis[read + 1], millis));
  }

  private HighRateTrace only(IntPredicate stays) {
    int[] kept = IntStream.range(0, size()).filter(stays).toArray();
    int columns = counters.size();
    long[] times = new long[kept.length];
    long[] rows = new long[kept.length * columns];
    for (int n = 0; n < kept.length; n++) {
      times[n] = atMillis[kept[n]];
      System.arraycopy(values, kept[n] * columns, rows, n * columns, columns);
    }
    return new HighRateTrace(port, counters, times, rows);
  }

  /** As comma separated values: {@code at} and the kernel's names, then a line for each read. */
  public Iterable<String> csv() {
    List<String> names = new ArrayList<>(List.of("at"));
    counters.forEach(counter -> names.add(counter.rawName()));
    return () ->
        IntStream.range(-1, size())
            .mapToObj(read -> read < 0 ? String.join(",", names) : line(read))
            .iterator();
  }

  private String line(int read) {
    StringBuilder line = new StringBuilder(Instant.ofEpochMilli(atMillis[read]).toString());
    for (int counter = 0; counter < counters.size(); counter++) {
      OptionalLong value = value(read, counter);
      line.append(',');
      if (value.isPresent()) {
        line.append(Long.toUnsignedString(value.getAsLong()));
      }
    }
    return line.toString();
  }
}
