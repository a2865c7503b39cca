package dev.losslessd.driver.ionic;

import dev.losslessd.driver.NicDriver;
import java.util.Optional;

/**
 * AMD Pensando and Pollara under ionic: monitored. The kernel's driver has no dcbnl operations and
 * no congestion control files (Linux 7.2); the card is set with the vendor's nicctl.
 */
public final class IonicDriver extends NicDriver {
  private static final String WHERE =
      "the kernel driver ionic has no DCB operations: set the card with nicctl (update qos, dcqcn)";

  public IonicDriver() {
    super("ionic", IonicCounters.ALL, "ionic");
    unless(nic -> Optional.of(WHERE));
  }
}
