package dev.losslessd.driver;

import dev.losslessd.model.Nic;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Optional;

/** Whether a port may be set from here, and if not, where. */
public final class NicWritability {
  private NicWritability() {}

  /** Returns why nothing of this port may be set here; empty if it may. */
  public static Optional<String> whyNotSet(Nic nic, HostFiles files) {
    Optional<String> notRoce = whyNotRoce(nic);
    if (notRoce.isPresent()) {
      return notRoce;
    }
    if (!hasNetdev(nic)) {
      return Optional.of(
          "no netdev in this network namespace: run losslessd in the one that has it");
    }
    return switch (nic.role()) {
      case PHYSICAL, BOND_MEMBER -> Optional.empty();
      case VIRTUAL_FUNCTION ->
          Optional.of("a virtual function: set its physical function, on the host that has it");
      case BOND -> Optional.of("a bond: set each member" + members(nic, files));
      case REPRESENTOR ->
          Optional.of("it stands for a function of a guest: monitored only; set the uplink");
    };
  }

  private static Optional<String> whyNotRoce(Nic nic) {
    return switch (nic.protocol()) {
      case ROCE, NONE -> Optional.empty();
      case INFINIBAND ->
          Optional.of(
              "link layer InfiniBand: lossless by credits; service levels are set in the subnet"
                  + " manager");
      case IWARP -> Optional.of("iWARP: its TCP recovers losses, so it is monitored only");
      case OTHER -> Optional.of("its RDMA device speaks no RoCE: monitored only");
      case UNKNOWN -> Optional.of("link layer unknown: monitored only");
    };
  }

  /** Whether the port has a netdev that we can see; else it has the RDMA device's name. */
  public static boolean hasNetdev(Nic nic) {
    return !nic.port().name().equals(nic.rdmaDevice() + "/" + nic.rdmaPort());
  }

  private static String members(Nic nic, HostFiles files) {
    return files
        .readText("sys/class/net/" + nic.port().name() + "/bonding/slaves")
        .filter(text -> !text.isEmpty())
        .map(text -> ": " + text.replace(" ", ", "))
        .orElse("");
  }
}
