package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Gid;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A network namespace by its netdevs and addresses, and the RDMA ports as they look from it. */
final class Namespace {
  private static final String NET = "sys/class/net/";
  private static final String HCAS = "sys/class/infiniband/";

  /** What a driver says that has none. */
  private static final String NO_GUID = "0000:0000:0000:0000";

  /** Hyper-V's netdev, which hands its traffic to a function of the host's NIC. */
  private static final String HYPERV = "hv_netvsc";

  /** Bit IFF_UP of include/uapi/linux/if.h. */
  private static final long UP = 1;

  private final HostFiles files;
  private final LocalAddresses addresses;
  private final Set<String> netdevs;

  Namespace(HostFiles files, LocalAddresses addresses) {
    this.files = files;
    this.addresses = addresses;
    this.netdevs = new HashSet<>(files.list("sys/class/net"));
  }

  SeenPort seen(Nic nic) {
    boolean hasNetdev = hasNetdev(nic);
    List<Gid> here =
        nic.gids().stream().filter(gid -> isHere(gid) || (hasNetdev && isDown(gid))).toList();
    boolean own = hasNetdev || here.stream().anyMatch(gid -> !gid.isIpv6LinkLocal());
    Optional<Gid> away =
        own
            ? Optional.empty()
            : nic.gids().stream().min(Comparator.comparing(Gid::isIpv6LinkLocal));
    return new SeenPort(
        nic.withGids(own ? here : List.of()),
        own,
        away.map(Namespace::text),
        files
            .tryText(HCAS + nic.rdmaDevice() + "/sys_image_guid")
            .filter(guid -> !NO_GUID.equals(guid))
            .orElse(""),
        !files.exists(HCAS + nic.rdmaDevice() + "/device"),
        carrier(nic),
        nic.isInactive() && hadLink(NET + nic.port().name()),
        hasTable(nic));
  }

  private static String text(Gid gid) {
    return "slot %s of %s, which is not in this network namespace"
        .formatted(gid.index(), gid.netdev().isEmpty() ? "a netdev" : gid.netdev());
  }

  /** A slot whose netdev will not be read is known by its address alone. */
  private boolean isHere(Gid gid) {
    return (gid.netdev().isEmpty() || netdevs.contains(gid.netdev()))
        && (gid.isIpv6LinkLocal() || addresses.mayHave(gid));
  }

  /**
   * 'ip link set DEV down' takes local routes away (fib_disable_ip) and leaves addresses of IPv4,
   * and their GIDs, where they are.
   */
  private boolean isDown(Gid gid) {
    return netdevs.contains(gid.netdev())
        && flags(NET + gid.netdev()).filter(flags -> (flags & UP) == 0).isPresent();
  }

  /** The kernel lists netdevs of a function in their own network namespace alone. */
  private boolean hasNetdev(Nic nic) {
    String name = nic.port().name();
    String device = HCAS + nic.rdmaDevice() + "/device";
    return netdevs.contains(name)
        && (!files.exists(device)
            || files.isFolder(device + "/net/" + name)
            || files.isFolder(NET + name + "/bonding"));
  }

  /** carrier_up_count is of Linux Documentation/ABI/testing/sysfs-class-net. */
  private boolean hadLink(String netdev) {
    String ups = files.tryText(netdev + "/carrier_up_count").orElse("0");
    return flags(netdev).filter(flags -> (flags & UP) != 0).isPresent() && !ups.equals("0");
  }

  private Optional<Long> flags(String netdev) {
    return files
        .tryText(netdev + "/flags")
        .filter(flags -> Pattern.matches("0x[0-9a-f]{1,8}", flags))
        .map(flags -> Long.parseLong(flags.substring(2), 16));
  }

  private String carrier(Nic nic) {
    String master = NET + nic.port().name() + "/master";
    return files.linkName(master + "/device/driver").filter(HYPERV::equals).isPresent()
        ? files.linkName(master).orElse("")
        : "";
  }

  /**
   * The kernel makes a file for each slot, filled or not. A function in switchdev mode and one of
   * raw packets alone (manae) have none.
   */
  private boolean hasTable(Nic nic) {
    String table = HCAS + nic.rdmaDevice() + "/ports/" + nic.rdmaPort() + "/gids";
    try {
      return !files.isFolder(table) || !files.list(table).isEmpty();
    } catch (TransportException e) {
      return true;
    }
  }
}
