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

  /** Hyper-V's netdev, which hands its traffic to a function of the host's NIC. */
  private static final String HYPERV = "hv_netvsc";

  private final HostFiles files;
  private final LocalAddresses addresses;
  private final Set<String> netdevs;

  Namespace(HostFiles files, LocalAddresses addresses) {
    this.files = files;
    this.addresses = addresses;
    this.netdevs = new HashSet<>(files.list("sys/class/net"));
  }

  SeenPort seen(Nic nic) {
    List<Gid> here = nic.gids().stream().filter(this::isHere).toList();
    boolean own = here.stream().anyMatch(gid -> !isLinkLocal(gid)) || hasNetdev(nic);
    Optional<Gid> away =
        own
            ? Optional.empty()
            : nic.gids().stream().min(Comparator.comparing(Namespace::isLinkLocal));
    return new SeenPort(
        nic.withGids(own ? here : List.of()),
        own,
        away.map(Namespace::text),
        files.tryText(HCAS + nic.rdmaDevice() + "/sys_image_guid").orElse(""),
        !files.exists(HCAS + nic.rdmaDevice() + "/device"),
        carrier(nic),
        nic.isInactive() && hadLink(NET + nic.port().name()),
        hasTable(nic));
  }

  private static String text(Gid gid) {
    return "slot "
        + gid.index()
        + " of "
        + (gid.netdev().isEmpty() ? "a netdev" : gid.netdev())
        + ", which is not in this network namespace";
  }

  /** An IPv6 link-local GID follows from the MAC, whatever addresses the netdev has. */
  private static boolean isLinkLocal(Gid gid) {
    return gid.value().startsWith("fe80");
  }

  /** A slot whose netdev will not be read is known by its address alone. */
  private boolean isHere(Gid gid) {
    return (gid.netdev().isEmpty() || netdevs.contains(gid.netdev()))
        && (isLinkLocal(gid) || addresses.mayHave(gid));
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

  /** IFF_UP, and carrier_up_count of Linux Documentation/ABI/testing/sysfs-class-net. */
  private boolean hadLink(String netdev) {
    String flags = files.tryText(netdev + "/flags").orElse("");
    String ups = files.tryText(netdev + "/carrier_up_count").orElse("0");
    return Pattern.matches("0x[0-9a-f]{1,8}", flags)
        && (Long.parseLong(flags.substring(2), 16) & 1) != 0
        && !ups.equals("0");
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
