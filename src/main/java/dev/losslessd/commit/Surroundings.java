package dev.losslessd.commit;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.plan.Neighbourhood;
import java.util.Set;

/** What is around the devices of a commit now, from memory unless it is read again. */
public interface Surroundings {
  /** Ports with RDMA traffic. */
  Set<PortId> busy();

  /** The targets and cables that are known. */
  Neighbourhood around();

  /**
   * Reads devices that no plan changes, so that what is known of their ports is of now. A device
   * that does not answer stays as it was last read.
   */
  default void look(Set<DeviceId> devices) {}
}
