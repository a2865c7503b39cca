package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import dev.losslessd.model.RdmaMtu;
import java.util.Optional;

/** Asks an RDMA device for the MTU that it takes on a port, which no file of sysfs tells. */
@FunctionalInterface
public interface ActiveMtu {
  /** Nothing asks the device. */
  ActiveMtu UNREAD = nic -> Optional.empty();

  /**
   * Returns empty where the device is not asked, or does not tell.
   *
   * @throws dev.losslessd.transport.TransportException TIMEOUT where it was asked and does not
   *     answer
   */
  Optional<RdmaMtu> of(Nic nic);
}
