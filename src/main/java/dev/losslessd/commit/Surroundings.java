package dev.losslessd.commit;

import dev.losslessd.model.PortId;
import dev.losslessd.plan.Neighbourhood;
import java.util.Set;

/** What is around the devices of a commit now, from memory. */
public interface Surroundings {
  /** Ports with RDMA traffic. */
  Set<PortId> busy();

  /** The targets and cables that are known. */
  Neighbourhood around();
}
