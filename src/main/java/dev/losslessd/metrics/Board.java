package dev.losslessd.metrics;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/** The newest totals of every port and source, in the order of the page. Fed by the pollers. */
public final class Board implements Consumer<Sweep> {
  private record Reader(PortId port, String source) implements Comparable<Reader> {
    private static final Comparator<Reader> ORDER =
        Comparator.comparing(Reader::port).thenComparing(Reader::source);

    @Override
    public int compareTo(Reader other) {
      return ORDER.compare(this, other);
    }
  }

  private final ConcurrentSkipListMap<Reader, PortTotals> readers = new ConcurrentSkipListMap<>();

  @Override
  public void accept(Sweep sweep) {
    readers
        .compute(
            new Reader(sweep.port(), sweep.schema().source()),
            (reader, before) ->
                before == null
                    ? new PortTotals(sweep.schema())
                    : before.schema().equals(sweep.schema()) ? before : before.next(sweep.schema()))
        .add(sweep);
  }

  /** A port that discovery no longer finds leaves the page. */
  public void forget(PortId port) {
    readers.keySet().removeIf(reader -> reader.port().equals(port));
  }

  /** Totals of each port, the main reader's first: where two tell the same, that one counts. */
  Map<PortId, List<PortTotals>> ports() {
    Map<PortId, List<PortTotals>> ports = new TreeMap<>();
    readers.forEach((reader, totals) ->
        ports.computeIfAbsent(reader.port(), _ -> new ArrayList<>()).add(totals));
    return ports;
  }
}
