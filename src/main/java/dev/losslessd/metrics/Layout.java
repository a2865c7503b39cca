package dev.losslessd.metrics;

import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The counters of the page in their order, each with its bytes up to the value. Made anew only when
 * a port, its columns or the hosts change: between that, a scrape looks nothing up.
 */
final class Layout {
  /** One column of one reader. */
  private record Place(PortTotals totals, int column) {}

  /** One series: its bytes up to the value, and where that may be. */
  private static final class Series {
    final byte[] prefix;

    /** The first one that has a value counts. */
    final Place[] places;

    Series(byte[] prefix, List<Place> places) {
      this.prefix = prefix;
      this.places = places.toArray(Place[]::new);
    }
  }

  private record Block(Catalogue.Family family, boolean micros, List<Series> series) {}

  private final List<Block> blocks = new ArrayList<>();

  /**
   * @param ports with the totals of each, the main reader's first
   * @param hosts devices whose ports are NICs; the others are switches
   */
  Layout(Map<PortId, List<PortTotals>> ports, Set<DeviceId> hosts) {
    for (Signal signal : Signal.values()) {
      List<Series> series = new ArrayList<>();
      ports.forEach((port, readers) -> series.addAll(series(signal, port, readers, hosts)));
      if (!series.isEmpty()) {
        blocks.add(new Block(Catalogue.of(signal), signal.unit() == Signal.Unit.MICROS, series));
      }
    }
  }

  private static List<Series> series(
      Signal signal, PortId port, List<PortTotals> readers, Set<DeviceId> hosts) {
    Map<String, Counter> meanings = new LinkedHashMap<>();
    Map<String, List<Place>> places = new LinkedHashMap<>();
    for (PortTotals totals : readers) {
      List<Counter> columns = totals.schema().counters();
      for (int column = 0; column < columns.size(); column++) {
        Counter counter = columns.get(column);
        if (counter.signal() == signal) {
          String meaning = counter.direction() + "/" + counter.priority();
          meanings.putIfAbsent(meaning, counter);
          places.computeIfAbsent(meaning, _ -> new ArrayList<>()).add(new Place(totals, column));
        }
      }
    }
    List<Series> series = new ArrayList<>();
    meanings.forEach((meaning, counter) ->
        series.add(
            new Series(
                prefix(Catalogue.of(signal).name(), port, counter, hosts),
                places.getOrDefault(meaning, List.of()))));
    return series;
  }

  private static byte[] prefix(String name, PortId port, Counter counter, Set<DeviceId> hosts) {
    List<String> labels = new ArrayList<>(10);
    labels.addAll(List.of("device", port.device().name(), "port", port.name()));
    labels.addAll(List.of("end", end(port, hosts)));
    if (counter.direction() != null) {
      labels.addAll(List.of("direction", counter.direction().word()));
    }
    if (counter.priority() != null) {
      labels.addAll(List.of("priority", counter.priority().toString()));
    }
    return new Text(PageFormat.PROMETHEUS, 0).prefix(name, labels.toArray(String[]::new)).bytes();
  }

  static String end(PortId port, Set<DeviceId> hosts) {
    return hosts.contains(port.device()) ? "nic" : "switch";
  }

  /** A family without a value is not there at all. */
  void write(Text text) {
    for (Block block : blocks) {
      boolean begun = false;
      for (Series series : block.series()) {
        Place place = withValue(series.places);
        if (place != null) {
          if (!begun) {
            text.family(block.family().name(), "counter", block.family().help());
            begun = true;
          }
          text.series(series.prefix, place.totals().total(place.column()), block.micros());
        }
      }
    }
  }

  private static @Nullable Place withValue(Place[] places) {
    for (Place place : places) {
      if (place.totals().has(place.column())) {
        return place;
      }
    }
    return null;
  }
}
