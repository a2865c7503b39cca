package dev.losslessd.metrics;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The newest totals of every port and source, in the order of the page. Fed by the pollers. */
public final class LatestCounters implements Consumer<Sweep> {
  private record Reader(PortId port, String source) implements Comparable<Reader> {
    private static final Comparator<Reader> ORDER =
        Comparator.comparing(Reader::port).thenComparing(Reader::source);

    @Override
    public int compareTo(Reader other) {
      return ORDER.compare(this, other);
    }
  }

  private final ConcurrentSkipListMap<Reader, PortTotals> readers = new ConcurrentSkipListMap<>();

  private final AtomicLong version = new AtomicLong();

  /** Each reader's sweeps come one after the other. */
  @Override
  public void accept(Sweep sweep) {
    Reader reader = new Reader(sweep.port(), sweep.schema().source());
    PortTotals totals = readers.get(reader);
    if (totals == null || !totals.schema().equals(sweep.schema())) {
      totals = totals == null ? new PortTotals(sweep.schema()) : totals.next(sweep.schema());
      readers.put(reader, totals);
      version.incrementAndGet(); // last: whoever sees the new version sees the new totals
    }
    totals.add(sweep);
  }

  /** Another one whenever {@link #ports} would list other totals. */
  long version() {
    return version.get();
  }

  /** A port that discovery no longer finds leaves the page. */
  public void forget(PortId port) {
    if (readers.keySet().removeIf(reader -> reader.port().equals(port))) {
      version.incrementAndGet();
    }
  }

  /** Totals of each port, the main reader's first, which count where two have the same. */
  Map<PortId, List<PortTotals>> ports() {
    Map<PortId, List<PortTotals>> ports = new TreeMap<>();
    readers.forEach((reader, totals) ->
        ports.computeIfAbsent(reader.port(), _ -> new ArrayList<>()).add(totals));
    return ports;
  }
}
