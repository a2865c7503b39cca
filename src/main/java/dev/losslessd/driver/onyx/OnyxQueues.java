package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The queues of ports, one command for each: a port whose answer is not understood is left out. */
final class OnyxQueues implements DeviceSweeper {
  private final OnyxShows shows;
  private volatile Map<PortId, String> leftOut = Map.of();

  OnyxQueues(OnyxShows shows) {
    this.shows = shows;
  }

  @Override
  public List<Sweep> sweep(Collection<PortId> ports, long atMillis, long tickNanos) {
    List<Sweep> sweeps = new ArrayList<>();
    Map<PortId, String> odd = new TreeMap<>();
    for (PortId port : ports) {
      try {
        Map<QueueCell, Long> cells = shows.congestion(port.name()).cells();
        sweeps.add(QueueCell.sweep(port, cells, Set.of(), atMillis, tickNanos));
      } catch (DeviceException e) {
        switch (e.kind()) {
          case GARBLED, REFUSED, UNSUPPORTED -> odd.put(port, e.getMessage());
          case TIMEOUT, GONE, LIED, CLOSED_GATE -> throw e;
        }
      }
    }
    leftOut = odd;
    return List.copyOf(sweeps);
  }

  @Override
  public Map<PortId, String> leftOut() {
    return leftOut;
  }
}
