package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import java.util.OptionalInt;

/** Reads the MTU that RDMA takes on a port, which no file of sysfs tells. */
@FunctionalInterface
public interface ActiveMtu {
  /** Where nothing reads it. */
  ActiveMtu UNREAD = nic -> OptionalInt.empty();

  /** Bytes, 256 to 4096; empty where it is not told. */
  OptionalInt of(Nic nic);
}
