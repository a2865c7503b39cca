package dev.losslessd.inventory;

import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Queue counters of all ports of a switch by its command line.
 *
 * @param inTurn makes a call while no other one uses the session
 */
record QueueSweeper(SwitchSession session, Function<Supplier<List<Sweep>>, List<Sweep>> inTurn)
    implements DeviceSweeper {

  @Override
  public List<Sweep> sweep(Collection<PortId> ports, long atMillis, long tickNanos) {
    return inTurn.apply(() -> session.sweepQueues(ports, atMillis, tickNanos));
  }

  @Override
  public Map<PortId, String> leftOut() {
    return session.queuesLeftOut();
  }
}
