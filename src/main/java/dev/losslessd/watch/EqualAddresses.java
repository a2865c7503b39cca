package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Addresses that two RDMA ports of this host have at once. Members of a bond or a team, and what is
 * above one netdev, have one by design.
 */
record EqualAddresses(DeviceId host, HostFiles files) {
  Stream<Finding> findings(Map<Nic, List<Gid>> ports) {
    String macs =
        ": a switch sends frames for one of them to the other, and RDMA connections break at"
            + " random";
    String addresses = ": answers of a peer may come to the other port, and RDMA connections fail";
    return Stream.concat(
        macs(ports).map(what -> FindingRule.EQUAL_MAC.at(host.name(), what + macs)).stream(),
        addresses(ports)
            .map(what -> FindingRule.EQUAL_ADDRESS.at(host.name(), what + addresses))
            .stream());
  }

  private Optional<String> macs(Map<Nic, List<Gid>> ports) {
    Map<String, List<String>> byMac =
        ports.keySet().stream()
            .filter(nic -> nic.role() != Nic.Role.BOND && !nic.pciAddress().isEmpty())
            .filter(nic -> !nic.mac().isEmpty() && !nic.mac().equals("00:00:00:00:00:00"))
            .collect(
                Collectors.groupingBy(
                    Nic::mac,
                    TreeMap::new,
                    Collectors.mapping(nic -> nic.port().name(), Collectors.toList())));
    byMac.values().removeIf(names -> names.size() < 2 || haveOneMaster(names));
    return text(byMac, "have the MAC address");
  }

  /** A team has no folder of its own in sysfs; its ports show that they have one master. */
  private boolean haveOneMaster(List<String> names) {
    List<Optional<String>> masters =
        names.stream().map(name -> files.linkName("sys/class/net/" + name + "/master")).toList();
    return masters.getFirst().isPresent() && masters.stream().distinct().count() == 1;
  }

  private static Optional<String> addresses(Map<Nic, List<Gid>> ports) {
    Map<String, List<String>> byAddress = new TreeMap<>();
    ports
        .values()
        .forEach(gids ->
            gids.forEach(gid ->
                byAddress
                    .computeIfAbsent(gid.address(), _ -> new ArrayList<>())
                    .add(gid.netdev())));
    byAddress.replaceAll((_, netdevs) -> List.copyOf(new TreeSet<>(netdevs)));
    byAddress.values().removeIf(netdevs -> netdevs.size() < 2);
    return text(byAddress, "have the address");
  }

  private static Optional<String> text(Map<String, List<String>> byAddress, String have) {
    return byAddress.isEmpty()
        ? Optional.empty()
        : Optional.of(
            byAddress.entrySet().stream()
                .map(one -> String.join(", ", one.getValue()) + " " + have + " " + one.getKey())
                .collect(Collectors.joining("; ")));
  }
}
