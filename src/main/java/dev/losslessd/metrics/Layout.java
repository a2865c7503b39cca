package dev.losslessd.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  private record Block(Head head, List<Series> series) {}

  private final List<Block> blocks = new ArrayList<>();
  private final int size;
  private int droppedPorts;
  private int droppedSeries;

  /**
   * @param ports in the order of the page
   * @param limit of series; from the first port on that would go past it, ports are left out whole
   */
  Layout(List<OfPort> ports, int limit) {
    Map<Head, List<Series>> families = new TreeMap<>();
    int kept = 0;
    for (OfPort port : ports) {
      if (droppedPorts > 0 || kept + port.size() > limit) {
        droppedPorts++;
        droppedSeries += port.size();
      } else {
        kept += port.size();
        port.families()
            .forEach((head, series) ->
                families.computeIfAbsent(head, _ -> new ArrayList<>()).addAll(series));
      }
    }
    size = kept;
    families.forEach((head, series) -> blocks.add(new Block(head, List.copyOf(series))));
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
    for (Block block : blocks) {
      boolean begun = false;
      for (Series series : block.series()) {
        Series.Place place = (series.onNic() ? nics : switches) ? series.withValue() : null;
        if (place != null) {
          if (!begun) {
            text.family(block.head().name(), block.head().type(), block.head().help());
            begun = true;
          }
          series.write(text, place);
        }
      }
    }
  }
}
