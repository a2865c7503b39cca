package dev.losslessd.metrics;

import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/** The newest totals of every port, in the order of the page. Fed by the poller. */
public final class Board implements Consumer<Sweep> {
  private final ConcurrentSkipListMap<PortId, PortTotals> ports = new ConcurrentSkipListMap<>();

  @Override
  public void accept(Sweep sweep) {
    ports
        .compute(
            sweep.port(),
            (port, before) ->
                before == null
                    ? new PortTotals(sweep.schema())
                    : before.schema().equals(sweep.schema()) ? before : before.next(sweep.schema()))
        .add(sweep);
  }

  /** A port that discovery no longer finds leaves the page. */
  public void forget(PortId port) {
    ports.remove(port);
  }

  Map<PortId, PortTotals> ports() {
    return ports;
  }
}
