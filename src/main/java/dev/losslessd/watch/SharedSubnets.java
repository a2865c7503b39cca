package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.sysfs.HostFiles;
import dev.losslessd.watch.ConnectedRoutes.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * RDMA ports of this host in one IPv4 network whose ARP mixes them: a port answers for the address
 * of another, or none answers. RDMA of a peer then goes to the MAC address of a port that drops it.
 * Networks of 169.254.0.0/16 are left out: ports on cables of their own share it by design.
 */
record SharedSubnets(DeviceId host, HostFiles files) {
  /** An address, the port that has it, and its network. */
  private record Member(PortId port, Gid gid, Network network) {
    boolean shares(Member other) {
      return !port.equals(other.port)
          && !gid.netdev().equals(other.gid.netdev())
          && network.overlaps(other.network);
    }

    String text() {
      return gid.netdev() + " (" + gid.address() + ")";
    }
  }

  /**
   * What is wrong with a netdev's settings.
   *
   * @param answers whether ARP is answered by the wrong port, or by none
   */
  private record Fault(String netdev, String text, boolean answers) {}

  /** Nothing is read of a host with fewer than two such addresses. */
  Optional<Finding> finding(Map<Nic, List<Gid>> ports) {
    List<Member> members = sharing(ports);
    Ipv4Sysctl sysctl = new Ipv4Sysctl(files);
    List<Fault> faults =
        members.stream()
            .map(one -> one.gid().netdev())
            .distinct()
            .flatMap(netdev -> fault(netdev, sysctl).stream())
            .toList();
    return faults.isEmpty() ? Optional.empty() : Optional.of(finding(members, faults));
  }

  private List<Member> sharing(Map<Nic, List<Gid>> ports) {
    List<Member> all = new ArrayList<>();
    long netdevs =
        ports.values().stream()
            .flatMap(SharedSubnets::routable)
            .map(Gid::netdev)
            .distinct()
            .count();
    if (netdevs > 1) {
      ConnectedRoutes routes = ConnectedRoutes.read(files);
      ports.forEach((nic, gids) ->
          routable(gids)
              .forEach(gid ->
                  routes
                      .of(gid.netdev(), gid.ipv4())
                      .ifPresent(network -> all.add(new Member(nic.port(), gid, network)))));
    }
    return all.stream().filter(one -> all.stream().anyMatch(one::shares)).toList();
  }

  private static Stream<Gid> routable(List<Gid> gids) {
    return gids.stream().filter(gid -> gid.isIpv4() && !gid.isLinkLocal());
  }

  /**
   * By Linux Documentation/networking/ip-sysctl.rst. With {@code arp_filter} a port answers where
   * routes by source address lead, which is not judged.
   */
  private static Optional<Fault> fault(String netdev, Ipv4Sysctl sysctl) {
    OptionalInt ignore = sysctl.of(netdev, "arp_ignore");
    OptionalInt announce = sysctl.of(netdev, "arp_announce");
    OptionalInt reverse = sysctl.of(netdev, "rp_filter");
    boolean filters = sysctl.of(netdev, "arp_filter").orElse(0) > 0;
    List<String> wrong = new ArrayList<>();
    boolean answers =
        ignore.isPresent() && !filters && ignore.getAsInt() != 1 && ignore.getAsInt() != 2;
    if (answers) {
      wrong.add("arp_ignore " + ignore.getAsInt());
    }
    if (announce.isPresent() && announce.getAsInt() < 2) {
      wrong.add("arp_announce " + announce.getAsInt());
    }
    if (reverse.isPresent() && reverse.getAsInt() == 1) {
      wrong.add("rp_filter 1");
    }
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(new Fault(netdev, String.join(", ", wrong), answers));
  }

  private Finding finding(List<Member> members, List<Fault> faults) {
    boolean answers = faults.stream().anyMatch(Fault::answers);
    String networks =
        String.join(
            ", ", new TreeSet<>(members.stream().map(one -> one.network().text()).toList()));
    String settings =
        faults.stream()
            .collect(
                Collectors.groupingBy(
                    Fault::text,
                    TreeMap::new,
                    Collectors.mapping(Fault::netdev, Collectors.joining(", "))))
            .entrySet()
            .stream()
            .map(one -> one.getValue() + " with " + one.getKey())
            .collect(Collectors.joining("; "));
    return FindingRule.ONE_SUBNET
        .at(
            host.name(),
            "%s are in one subnet (%s), %s: %s"
                .formatted(
                    members.stream().map(Member::text).distinct().collect(Collectors.joining(", ")),
                    networks,
                    settings,
                    answers
                        ? "one port answers ARP for the address of another, and RDMA connections"
                            + " to it fail (status 12, errno 110)"
                        : "ARP may name the wrong port, or its requests are dropped, unless routes"
                            + " by source address ('ip rule') separate the ports"))
        .worseIf(answers)
        .advising(
            ("give each port a subnet of its own, or set 'sysctl -w"
                    + " net/ipv4/conf/%1$s/arp_ignore=1 net/ipv4/conf/%1$s/arp_announce=2"
                    + " net/ipv4/conf/%1$s/rp_filter=2' for each of them")
                .formatted(faults.getFirst().netdev()));
  }
}
