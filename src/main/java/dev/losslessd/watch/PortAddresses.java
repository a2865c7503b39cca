package dev.losslessd.watch;

import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.Nic.Role;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * RoCE ports of this network namespace with the addresses that its jobs may use. In the shared mode
 * of RDMA a GID table also shows addresses of other namespaces, which come and go with pods: they
 * are left out.
 *
 * @param files of the host
 * @param excluded netdev names of which nothing is opened
 */
record PortAddresses(HostFiles files, Predicate<String> excluded) {
  /** Usable addresses of each port; guests and pods have those of virtual functions. */
  Map<Nic, List<Gid>> of(List<Nic> nics) {
    Map<Nic, List<Gid>> all = new LinkedHashMap<>();
    nics.stream()
        .filter(PortAddresses::counts)
        .forEach(nic ->
            all.put(
                nic,
                nic.gids().stream()
                    .filter(Gid::isUsable)
                    .filter(gid -> isHere(nic, gid))
                    .toList()));
    return all;
  }

  private static boolean counts(Nic nic) {
    return !nic.rdmaDevice().isEmpty()
        && nic.linkLayer() == Nic.LinkLayer.ETHERNET
        && nic.role() != Role.VIRTUAL_FUNCTION
        && nic.role() != Role.REPRESENTOR
        && !nic.port().name().contains("/"); // its netdev is in another namespace
  }

  /**
   * A netdev above another one is linked there while both are in this namespace (net/core/dev.c).
   */
  private boolean isHere(Nic nic, Gid gid) {
    String own = nic.port().name();
    return gid.netdev().equals(own)
        || (!gid.netdev().isEmpty()
            && !excluded.test(gid.netdev())
            && files.exists("sys/class/net/" + own + "/upper_" + gid.netdev()));
  }
}
