package dev.losslessd.driver;

import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Ports that are bonded. The RDMA device is the bond's (mlx5_lag_add_devices of
 * drivers/net/ethernet/mellanox/mlx5/core/lag/lag.c): what is set there is set on the bond, and who
 * uses it holds each member.
 */
public final class Bonds {
  private Bonds() {}

  /** These ports, and the members of those that are bonds. */
  public static Set<PortId> withMembers(Set<PortId> ports, List<Nic> nics, HostFiles files) {
    Set<PortId> all = new HashSet<>(ports);
    nics.stream()
        .filter(nic -> nic.role() == Nic.Role.BOND && ports.contains(nic.port()))
        .forEach(bond -> {
          Optional<List<String>> members = members(bond, files);
          nics.stream()
              .filter(nic -> nic.role() == Nic.Role.BOND_MEMBER)
              .map(Nic::port)
              // of which bond, is not known: of this one, perhaps
              .filter(port -> members.isEmpty() || members.get().contains(port.name()))
              .forEach(all::add);
        });
    return all;
  }

  private static Optional<List<String>> members(Nic bond, HostFiles files) {
    return files
        .tryText("sys/class/net/" + bond.port().name() + "/bonding/slaves")
        .map(text ->
            Stream.of(Pattern.of("\\s+").split(text)).filter(name -> !name.isEmpty()).toList());
  }

  /** Whether what is of RDMA is set on this port although it is a bond. */
  static boolean hasRdma(Nic nic) {
    return nic.role() == Nic.Role.BOND && nic.isRoce();
  }
}
