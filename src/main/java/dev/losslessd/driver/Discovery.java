package dev.losslessd.driver;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the NIC ports of this host: every port of every RDMA device with the netdev, PCI function
 * and NUMA node that belong to it, and every other netdev but lo.
 */
public final class Discovery {
  static final String RDMA = "sys/class/infiniband/";
  static final String NET = "sys/class/net/";

  /** Form of a port's name; the kernel allows more, which no path and no label could carry. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@][A-Za-z0-9._:@-]{0,63}");

  private final HostFiles files;
  private final NicFacts facts;
  private final Predicate<String> excluded;

  public Discovery(HostFiles files, EthtoolClient ethtool) {
    this(files, ethtool, name -> false);
  }

  /**
   * @param excluded asked with RDMA device and netdev names before a file of theirs is opened: on
   *     some hosts reading a restricted function floods the kernel log
   */
  public Discovery(HostFiles files, EthtoolClient ethtool, Predicate<String> excluded) {
    this.files = files;
    this.facts = new NicFacts(files, ethtool);
    this.excluded = excluded;
  }

  /** All ports, sorted by name. */
  public List<Nic> find(DeviceId host) {
    List<String> netdevs = netdevs();
    Set<String> claimed = new HashSet<>();
    List<Nic> found = new ArrayList<>();
    for (String device : files.list(RDMA)) {
      if (excluded.test(device) || excludedBy(netdevsOf(device))) {
        continue;
      }
      for (int number : ports(device)) {
        RdmaPort port = new RdmaPort(files, device, number);
        String netdev = port.netdev(netdevsOf(device), netdevs);
        if (claimed.add(netdev)) {
          found.add(facts.of(host, port, netdev));
        }
      }
    }
    for (String netdev : netdevs) {
      if (!claimed.contains(netdev)) {
        found.add(facts.of(host, netdev));
      }
    }
    found.sort(Comparator.comparing(Nic::port));
    return List.copyOf(found);
  }

  private List<Integer> ports(String device) {
    return files.list(RDMA + device + "/ports").stream()
        .filter(name -> Pattern.matches("[1-9][0-9]{0,2}", name))
        .map(Integer::valueOf)
        .toList();
  }

  private boolean excludedBy(List<String> netdevs) {
    return netdevs.size() == 1 && excluded.test(netdevs.getFirst());
  }

  /** Folder names only: nothing of a device is opened. */
  private List<String> netdevs() {
    return files.list(NET).stream()
        .filter(name -> !name.equals("lo") && NAME.matcher(name).matches())
        .filter(name -> !name.contains("..") && files.isFolder(NET + name))
        .filter(name -> !excluded.test(name))
        .filter(name -> files.list(NET + name + "/device/infiniband").stream().noneMatch(excluded))
        .toList();
  }

  private List<String> netdevsOf(String device) {
    return files.list(RDMA + device + "/device/net");
  }
}
