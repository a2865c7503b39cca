package dev.losslessd.driver;

import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.Nic.LinkLayer;
import dev.losslessd.model.Nic.Words;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * One port of an RDMA device in sysfs (drivers/infiniband/core/sysfs.c).
 *
 * @param number 1-based
 */
record RdmaPort(HostFiles files, String device, int number) {
  private static final Pattern GBITS = Pattern.compile("(\\d+)(?:\\.(\\d))? Gb/sec.*");
  private static final Pattern REPRESENTOR = Pattern.compile("(c\\d+)?pf\\d+((vf|sf)\\d+)?|sf\\d+");
  private static final String EMPTY_GID = "0000:0000:0000:0000:0000:0000:0000:0000";

  /**
   * Whether this is a port of an embedded switch that stands for a function of a guest: what is set
   * on one is not set on the cable. They are known by the names that the kernel gives them
   * (devlink_port_phys_port_name_get, net/devlink/port.c): {@code pf0vf1}, {@code pf0sf88}, with a
   * controller in front on a card with processors of its own ({@code c1pf0}). The uplink is {@code
   * p0}, and keeps its DCB operations in switchdev mode. A switch id tells nothing: mlx5 shows one
   * for each e-switch manager and ice for each port, in legacy mode too.
   *
   * @param physPortName of sysfs
   */
  static boolean isRepresentor(String physPortName) {
    return REPRESENTOR.matcher(physPortName).matches();
  }

  String folder() {
    return Discovery.RDMA + device;
  }

  private String path(String name) {
    return folder() + "/ports/" + number + "/" + name;
  }

  LinkLayer linkLayer() {
    return switch (files.readText(path("link_layer")).orElse("")) {
      case "Ethernet" -> LinkLayer.ETHERNET;
      case "InfiniBand" -> LinkLayer.INFINIBAND;
      default -> LinkLayer.UNKNOWN;
    };
  }

  /** {@code 4: ACTIVE} is ACTIVE. */
  String state() {
    return afterColon(files.readText(path("state")).orElse(""));
  }

  /** Returns physical state, rate, type of the HCA and of its node, in the kernel's words. */
  Words words() {
    return new Words(
        afterColon(files.tryText(path("phys_state")).orElse("")),
        files.tryText(path("rate")).orElse(""),
        files.tryText(folder() + "/hca_type").orElse(""),
        afterColon(files.tryText(folder() + "/node_type").orElse("")));
  }

  private static String afterColon(String text) {
    return text.substring(text.indexOf(':') + 1).strip();
  }

  /**
   * Megabits per second: {@code 400 Gb/sec (4X NDR)} is 400000; 0 where it says something else, and
   * of a port that is down. mlx5 says {@code 40 Gb/sec (4X QDR)} of one, where mlx5_query_port_roce
   * begins and returns.
   */
  long rateMbps() {
    if (state().equals("DOWN")) {
      return 0;
    }
    Matcher rate = GBITS.matcher(files.readText(path("rate")).orElse(""));
    if (!rate.matches()) {
      return 0;
    }
    long tenths = rate.group(2) == null ? 0 : Long.parseLong(rate.group(2));
    return Long.parseLong(rate.group(1)) * 1000 + tenths * 100;
  }

  /**
   * The netdev of this port. A bond's RDMA device has the first member's PCI function, so the GID
   * table speaks first; it may name a VLAN on the netdev, so only if it is one of ours.
   *
   * @param candidates netdevs of the same PCI function
   * @param present netdevs of this namespace
   * @return {@code mlx5_0/1} if there is none in sight
   */
  String netdev(List<String> candidates, List<String> present) {
    List<String> here = candidates.stream().filter(present::contains).toList();
    List<String> ofGids = gidNetdevs().stream().filter(present::contains).toList();
    Optional<String> bond =
        ofGids.stream()
            .filter(name -> files.isFolder(Discovery.NET + name + "/bonding"))
            .findFirst();
    if (bond.isPresent()) {
      return bond.get(); // a tunnel over it may have the first slot
    }
    Optional<String> ofGid = ofGids.stream().findFirst();
    if (ofGid.isPresent() && (here.isEmpty() || here.contains(ofGid.get()))) {
      return ofGid.get();
    }
    return here.stream()
        .filter(this::hasOurPort)
        .findFirst()
        .or(() -> here.size() == 1 ? Optional.of(here.getFirst()) : Optional.empty())
        .orElse(device + "/" + number);
  }

  private boolean hasOurPort(String netdev) {
    String name = Discovery.NET + netdev + "/";
    // representors share the function
    return files.tryText(name + "phys_port_name").filter(RdmaPort::isRepresentor).isEmpty()
        && files
            .tryText(name + "dev_port")
            .filter(n -> n.equals(String.valueOf(number - 1)))
            .isPresent();
  }

  private List<String> gidNetdevs() {
    return slots().stream()
        .map(slot -> files.tryText(path("gid_attrs/ndevs/" + slot)))
        .flatMap(Optional::stream)
        .filter(name -> !name.isEmpty())
        .distinct()
        .toList();
  }

  /**
   * Filled slots; those with a RoCE v2 address of the netdev first, link-local ones behind them.
   */
  List<Gid> gids(String netdev) {
    List<Gid> gids = new ArrayList<>();
    // type or netdev of an empty slot will not be read (EINVAL); a slot may empty at any time
    for (int slot : slots()) {
      Optional<String> value = files.tryText(path("gids/" + slot));
      Optional<String> type = files.tryText(path("gid_attrs/types/" + slot));
      Optional<String> ndev = files.tryText(path("gid_attrs/ndevs/" + slot));
      if (value.isPresent() && type.isPresent()) {
        gids.add(new Gid(slot, value.get(), type.get(), ndev.orElse("")));
      }
    }
    gids.sort(Comparator.<Gid>comparingInt(g -> rank(g, netdev)).thenComparingInt(Gid::index));
    return gids;
  }

  private static int rank(Gid gid, String netdev) {
    boolean usable = gid.type().equals("RoCE v2") && gid.netdev().equals(netdev);
    return usable ? gid.isLinkLocal() ? 1 : 0 : 2;
  }

  private List<Integer> slots() {
    return files.list(path("gids")).stream()
        .filter(name -> name.chars().allMatch(Character::isDigit))
        .filter(name ->
            files.tryText(path("gids/" + name)).filter(g -> !g.equals(EMPTY_GID)).isPresent())
        .map(Integer::valueOf)
        .sorted()
        .toList();
  }
}
