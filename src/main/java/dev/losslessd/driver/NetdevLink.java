package dev.losslessd.driver;

import dev.losslessd.text.Pattern;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Optional;

/**
 * The link of a netdev as the kernel has it: {@code operstate} in sysfs, which asks neither driver
 * nor firmware (Documentation/networking/operstates.rst).
 */
public final class NetdevLink {
  /** Flag of linux/if.h: switched on. */
  private static final long IFF_UP = 1;

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

  /** Whether it is switched off: {@code ip link set down}; false where it does not tell. */
  public static boolean isShut(HostFiles files, String netdev) {
    return !netdev.contains("/")
        && files
            .tryText(Discovery.NET + netdev + "/flags")
            .filter(flags -> Pattern.matches("0x[0-9a-f]{1,8}", flags))
            .filter(flags -> (Long.parseLong(flags.substring(2), 16) & IFF_UP) == 0)
            .isPresent();
  }
}
