package dev.losslessd.metrics;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where a scrape finds the counts of all readers side by side, so that it walks through memory in
 * one direction: following each series to its port took half of the time of a page of 20,000.
 */
final class Snapshot {
  private final List<PortTotals> readers;
  private final Map<PortTotals, Integer> starts = new HashMap<>();
  private final int size;

  /** Given back by each scrape to the next; one that runs beside another makes its own. */
  private final AtomicReference<@Nullable Counts> spare = new AtomicReference<>();

  /**
   * Counts of one moment, by {@link #index}.
   *
   * @param counts as their sources count, wraps undone
   * @param has whether there is such a count
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Counts(long[] counts, boolean[] has) {}

  Snapshot(List<PortTotals> readers) {
    this.readers = List.copyOf(readers);
    int end = 0;
    for (PortTotals reader : readers) {
      starts.put(reader, end);
      end += reader.schema().size();
    }
    size = end;
  }

  int index(Series.Place place) {
    return start(place) + place.column();
  }

  /** Index of the first column of its reader. */
  int start(Series.Place place) {
    return Objects.requireNonNull(starts.get(place.totals()), "a reader of the page");
  }

  /** All counts of now; each reader's are of one sweep. */
  Counts take() {
    Counts last = spare.getAndSet(null);
    Counts counts = last == null ? new Counts(new long[size], new boolean[size]) : last;
    int at = 0;
    for (PortTotals reader : readers) {
      reader.copy(counts, at);
      at += reader.schema().size();
    }
    return counts;
  }

  void giveBack(Counts counts) {
    spare.set(counts);
  }
}
