package dev.losslessd.app;

import dev.losslessd.checks.CallerPorts;
import dev.losslessd.checks.CallerPorts.Caller;
import dev.losslessd.checks.Uverbs;
import dev.losslessd.driver.Discovery;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.inventory.DefaultRoutes;
import dev.losslessd.inventory.NicNames;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.transport.sysfs.HostFiles;
import dev.losslessd.transport.sysfs.ReadProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * This host as the calling process sees it. Nothing is read of an RDMA device that is excluded, and
 * beside devices that open in this process nothing of those that do not: some functions flood the
 * kernel log when they are read.
 *
 * @param ports those that jobs of the caller can use
 * @param routes netdevs of default routes
 * @param wanted NICs that the config or the caller names otherwise than by {@code *}
 */
record CallerLook(HostFiles files, CallerPorts ports, List<String> routes, Predicate<Nic> wanted) {
  private static final String HCAS = "sys/class/infiniband/";

  /**
   * @param named globs of netdevs and RDMA devices; none for those of the config
   * @param probe reads what may hang first
   * @throws dev.losslessd.transport.TransportException TIMEOUT where a file does not answer
   */
  static CallerLook of(HostView host, List<String> named, ReadProbe probe) {
    NicNames names = host.names(named);
    try (HostAccess access = host.kernel().open()) {
      HostFiles files = access.files();
      Map<String, List<String>> devices =
          new Discovery(files, access.ethtool(), names::excluded).devices();
      Map<String, String> closed = Uverbs.closed(files, devices.keySet());
      Set<String> unread = unread(devices, closed, named);
      probe.read(askingTheDevice(files, devices, unread));
      List<Nic> nics =
          new Discovery(
                  files, access.ethtool(), name -> names.excluded(name) || unread.contains(name))
              .find(new DeviceId(host.config().host().name())).stream()
                  .filter(names::ours)
                  .toList();
      List<String> routes = DefaultRoutes.of(files);
      return new CallerLook(
          files,
          CallerPorts.ofProcess(
              files, nics, new Caller(closed, routes, nic -> isNamed(nic, named))),
          routes,
          names::isNamed);
    }
  }

  /** Devices of others, where some are the caller's. */
  private static Set<String> unread(
      Map<String, List<String>> devices, Map<String, String> closed, List<String> named) {
    Set<String> unread = new TreeSet<>();
    if (closed.size() < devices.size()) {
      closed.keySet().stream()
          .filter(hca -> !named.contains(hca))
          .filter(hca -> devices.getOrDefault(hca, List.of()).stream().noneMatch(named::contains))
          .forEach(unread::add);
    }
    return unread;
  }

  private static boolean isNamed(Nic nic, List<String> named) {
    return named.contains(nic.rdmaDevice()) || named.contains(nic.port().name());
  }

  /**
   * Files whose read asks the firmware of a NIC (ib_query_port in Linux
   * drivers/infiniband/core/sysfs.c), or waits for the lock that such a question holds (speed_show
   * in net/core/net-sysfs.c).
   */
  private static List<String> askingTheDevice(
      HostFiles files, Map<String, List<String>> devices, Set<String> unread) {
    List<String> paths = new ArrayList<>();
    devices.forEach((hca, netdevs) -> {
      if (!unread.contains(hca)) {
        for (String port : files.list(HCAS + hca + "/ports")) {
          Stream.of("state", "rate")
              .forEach(name -> paths.add(HCAS + hca + "/ports/" + port + "/" + name));
        }
        netdevs.forEach(netdev -> paths.add("sys/class/net/" + netdev + "/speed"));
      }
    });
    return paths;
  }
}
