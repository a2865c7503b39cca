package dev.losslessd.metrics;

import dev.losslessd.metrics.Series.Kind;
import dev.losslessd.metrics.Series.Place;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The counters of the page in their order, each with its bytes up to the value. Made anew only when
 * a port, its columns or what is known of a NIC change: between that, a scrape looks nothing up.
 */
final class Layout {
  /** A family of the page: those with the lower order come first. */
  record Head(int order, String name, String type, String help) implements Comparable<Head> {
    @Override
    public int compareTo(Head other) {
      return order != other.order
          ? Integer.compare(order, other.order)
          : name.compareTo(other.name);
    }
  }

  /** The series of one port. */
  record OfPort(Map<Head, List<Series>> families) {
    int size() {
      return families.values().stream().mapToInt(List::size).sum();
    }
  }

  /**
   * The series of one family, flat.
   *
   * @param prefixes one behind the other
   * @param ends of each prefix
   * @param places indexes into the snapshot: of each series those that are preferred first
   * @param placesEnd of each series
   * @param readers of each place: those of one reader have the same
   * @param factors from what the source counts to what is told, of each place
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Block(
      Head head,
      Kind[] kinds,
      boolean[] onNic,
      byte[] prefixes,
      int[] ends,
      int[] places,
      int[] placesEnd,
      int[] readers,
      long[] factors) {}

  private final List<Block> blocks = new ArrayList<>();
  private final Snapshot snapshot;
  private final int size;
  private int droppedPorts;
  private int droppedSeries;

  /**
   * @param ports in the order of the page
   * @param limit of series; from the first port on that would go past it, ports are left out whole
   */
  Layout(List<OfPort> ports, int limit) {
    Map<Head, List<Series>> families = new TreeMap<>();
    Set<PortTotals> readers = new LinkedHashSet<>();
    int kept = 0;
    for (OfPort port : ports) {
      if (droppedPorts > 0 || kept + port.size() > limit) {
        droppedPorts++;
        droppedSeries += port.size();
      } else {
        kept += port.size();
        port.families()
            .forEach((head, series) -> {
              families.computeIfAbsent(head, _ -> new ArrayList<>()).addAll(series);
              series.forEach(one -> one.places().forEach(place -> readers.add(place.totals())));
            });
      }
    }
    size = kept;
    snapshot = new Snapshot(List.copyOf(readers));
    families.forEach((head, series) -> blocks.add(flat(head, series, snapshot)));
  }

  private static Block flat(Head head, List<Series> all, Snapshot snapshot) {
    ByteArrayOutputStream prefixes = new ByteArrayOutputStream();
    List<Place> places = new ArrayList<>();
    List<Long> factors = new ArrayList<>();
    int[] ends = new int[all.size()];
    int[] placesEnd = new int[all.size()];
    boolean[] onNic = new boolean[all.size()];
    for (int n = 0; n < all.size(); n++) {
      Series one = all.get(n);
      prefixes.writeBytes(one.prefix());
      ends[n] = prefixes.size();
      for (Place place : one.places()) {
        places.add(place);
        factors.add(one.kind() == Kind.RAW ? 1 : place.totals().factor(place.column()));
      }
      placesEnd[n] = places.size();
      onNic[n] = one.onNic();
    }
    return new Block(
        head,
        all.stream().map(Series::kind).toArray(Kind[]::new),
        onNic,
        prefixes.toByteArray(),
        ends,
        places.stream().mapToInt(snapshot::index).toArray(),
        placesEnd,
        places.stream().mapToInt(snapshot::start).toArray(),
        factors.stream().mapToLong(Long::longValue).toArray());
  }

  /** Series that may be on the page; those without a value are not. */
  int size() {
    return size;
  }

  int droppedPorts() {
    return droppedPorts;
  }

  int droppedSeries() {
    return droppedSeries;
  }

  /** A family without a value is not there at all. */
  void write(Text text, boolean nics, boolean switches) {
    Snapshot.Counts now = snapshot.take();
    for (Block block : blocks) {
      write(text, block, now, nics, switches);
    }
    snapshot.giveBack(now);
  }

  private static void write(
      Text text, Block block, Snapshot.Counts now, boolean nics, boolean switches) {
    boolean begun = false;
    int from = 0;
    int place = 0;
    for (int n = 0; n < block.ends().length; n++) {
      int at = withValue(block, now, place, block.placesEnd()[n]);
      if (at >= 0 && (block.onNic()[n] ? nics : switches)) {
        if (!begun) {
          text.family(block.head().name(), block.head().type(), block.head().help());
          begun = true;
        }
        Kind kind = block.kinds()[n];
        long value =
            kind == Kind.SUM ? sum(block, now, at, block.placesEnd()[n]) : value(block, now, at);
        text.series(block.prefixes(), from, block.ends()[n], value, kind == Kind.SECONDS);
      }
      from = block.ends()[n];
      place = block.placesEnd()[n];
    }
  }

  /** The first place that has a value now; negative without one. */
  private static int withValue(Block block, Snapshot.Counts now, int from, int end) {
    for (int at = from; at < end; at++) {
      if (now.has()[block.places()[at]]) {
        return at;
      }
    }
    return -1;
  }

  private static long value(Block block, Snapshot.Counts now, int at) {
    return now.counts()[block.places()[at]] * block.factors()[at];
  }

  /** Sums one reader's values only; another reader's copies are not added again. */
  private static long sum(Block block, Snapshot.Counts now, int first, int end) {
    long sum = 0;
    for (int at = first; at < end; at++) {
      if (block.readers()[at] == block.readers()[first] && now.has()[block.places()[at]]) {
        sum += value(block, now, at);
      }
    }
    return sum;
  }
}
