package dev.losslessd.driver;

import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Optional;

/**
 * The link of a netdev as the kernel has it: {@code operstate} in sysfs, which asks neither driver
 * nor firmware (Documentation/networking/operstates.rst).
 */
public final class NetdevLink {
  private NetdevLink() {}

  /**
   * Whether it is up; empty where there is no such netdev, or its driver does not tell.
   *
   * @param netdev name of a netdev; a port of an RDMA device without one has a slash in its name
   */
  public static Optional<Boolean> isUp(HostFiles files, String netdev) {
    if (netdev.contains("/")) {
      return Optional.empty();
    }
    return files
        .tryText(Discovery.NET + netdev + "/operstate")
        .filter(state -> !state.isEmpty() && !state.equals("unknown"))
        .map(state -> state.equals("up"));
  }
}
