package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import java.util.List;

/** Names of counters as a catalogue has them. */
public record CatalogueNames(CounterCatalogue catalogue) {
  /** Whether a name means something, or is left out on purpose. */
  public boolean knows(Origin origin, String name) {
    boolean taken =
        switch (origin) {
          case ETHTOOL -> catalogue.ofStatistic(name).isPresent();
          case HW_COUNTERS, DEVICE_HW_COUNTERS, RDMA_NETLINK ->
              has(catalogue.hardware, name) || has(catalogue.ofGuests, name);
          case PORT_COUNTERS -> has(catalogue.port, name);
          case NETDEV -> has(CounterSources.NETDEV, name);
          case DEVICE -> false;
        };
    return taken || catalogue.whyNot(origin, name).isPresent();
  }

  private static boolean has(List<Counter> counters, String name) {
    return counters.stream().anyMatch(counter -> counter.rawName().equals(name));
  }
}
