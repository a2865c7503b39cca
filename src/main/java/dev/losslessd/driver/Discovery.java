package dev.losslessd.driver;

import dev.losslessd.files.Handed;
import dev.losslessd.files.Hang;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Finds the NIC ports of this host: every port of every RDMA device with the netdev, PCI function
 * and NUMA node that belong to it, and every other netdev but lo.
 */
public final class Discovery {
  static final String RDMA = "sys/class/infiniband/";
  static final String NET = "sys/class/net/";

  /** Form of a port's name; the kernel allows more, which no path and no label could carry. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._@][A-Za-z0-9._:@-]{0,63}");

  /** A port whose files do not hang is read sooner. */
  private static final Duration QUICK = Duration.ofMillis(20);

  private final HostFiles files;

  /** The same, for names alone: they are listed also while files of a port hang. */
  private final HostFiles folders;

  private final EthtoolClient ethtool;
  private final Predicate<String> excluded;

  /**
   * @param excluded asked with RDMA device and netdev names before a file of theirs is opened: on
   *     some hosts reading a restricted function floods the kernel log
   */
  public Discovery(HostFiles files, EthtoolClient ethtool, Predicate<String> excluded) {
    this.files = files;
    this.folders = files.of("list of NICs");
    this.ethtool = ethtool;
    this.excluded = excluded;
  }

  /**
   * Returns the RDMA devices that are not excluded, each with the netdevs of its PCI function.
   * Lists folders only; no file of a device is opened.
   */
  public Map<String, List<String>> devices() {
    Map<String, List<String>> devices = new TreeMap<>();
    folders.together(this::rdmaNames).forEach(one -> devices.put(one.device(), one.netdevs()));
    return devices;
  }

  /**
   * All ports, sorted by name.
   *
   * @throws TransportException TIMEOUT if the files of one do not answer
   */
  public List<Nic> find(DeviceId host) {
    Set<String> late = new HashSet<>();
    List<Nic> found = find(host, List.of(), late);
    if (!late.isEmpty()) {
      throw TransportException.timeout(
          files.hangs().stream()
              .findFirst()
              .map(Hang::text)
              .orElse("files of " + new TreeSet<>(late) + " do not answer"));
    }
    return found;
  }

  /**
   * All ports, sorted by name. What is of a port is read by a thread of its own, so that a file
   * that hangs holds up that port alone.
   *
   * @param before as found the last time: a port whose files do not answer is as it was then, and
   *     left out if it was not there
   * @throws TransportException TIMEOUT if the host's folders are not listed
   */
  public List<Nic> find(DeviceId host, List<Nic> before) {
    return find(host, before, new HashSet<>());
  }

  private List<Nic> find(DeviceId host, List<Nic> before, Set<String> late) {
    Names names = folders.together(this::names);
    Map<String, Nic> found = new HashMap<>();
    List<Begun> devices = new ArrayList<>();
    names.devices().forEach(port -> devices.add(begin(host, port, names.netdevs(), before)));
    devices.forEach(one -> one.end(found, late));
    List<Begun> others = new ArrayList<>();
    names.netdevs().stream()
        .filter(netdev -> !found.containsKey(netdev) && !late.contains(netdev))
        .forEach(netdev -> others.add(begin(host, netdev)));
    others.forEach(one -> one.end(found, late));
    before.stream()
        .filter(nic -> late.contains(nic.port().name()))
        .forEach(nic -> found.putIfAbsent(nic.port().name(), nic));
    return found.values().stream().sorted(Comparator.comparing(Nic::port)).toList();
  }

  /**
   * Names of all that is not excluded.
   *
   * @param netdevs of this namespace
   */
  private record Names(List<RdmaName> devices, List<String> netdevs) {}

  /**
   * A port of an RDMA device.
   *
   * @param netdevs of its PCI function
   */
  private record RdmaName(String device, int number, List<String> netdevs) {
    /** What its files are charged to. */
    String charged() {
      return netdevs.isEmpty() ? device : netdevs.getFirst();
    }
  }

  /**
   * A port that is being read.
   *
   * @param names which it may have
   * @param reads empty where it is not read
   */
  private record Begun(Set<String> names, Optional<Handed<Nic>> reads) {
    void end(Map<String, Nic> found, Set<String> late) {
      Optional<Nic> read = reads.flatMap(Begun::read);
      read.ifPresentOrElse(
          nic -> found.putIfAbsent(nic.port().name(), nic), () -> late.addAll(names));
    }

    private static Optional<Nic> read(Handed<Nic> reads) {
      try {
        return Optional.of(HostFiles.answer(reads));
      } catch (TransportException e) {
        if (e.kind() != Kind.TIMEOUT) {
          throw e;
        }
        return Optional.empty();
      }
    }
  }

  private Begun begin(DeviceId host, RdmaName port, List<String> netdevs, List<Nic> before) {
    HostFiles own = files.of(port.charged());
    RdmaPort rdma = new RdmaPort(own, port.device(), port.number());
    Set<String> names = new HashSet<>(port.netdevs());
    names.add(port.device() + "/" + port.number());
    before.stream()
        .filter(nic -> nic.rdmaDevice().equals(port.device()) && nic.rdmaPort() == port.number())
        .forEach(nic -> names.add(nic.port().name()));
    return begin(
        own,
        names,
        () ->
            new NicFacts(own, ethtool)
                .of(host, Optional.of(rdma), rdma.netdev(port.netdevs(), netdevs)));
  }

  private Begun begin(DeviceId host, String netdev) {
    HostFiles own = files.of(netdev);
    return begin(
        own, Set.of(netdev), () -> new NicFacts(own, ethtool).of(host, Optional.empty(), netdev));
  }

  /** The next one begins when this one has ended, or hangs. */
  private static Begun begin(HostFiles own, Set<String> names, Supplier<Nic> facts) {
    try {
      Handed<Nic> reads = own.hand(facts);
      boolean _ = reads.isDoneWithin(QUICK);
      return new Begun(names, Optional.of(reads));
    } catch (TransportException e) {
      return new Begun(names, Optional.empty());
    }
  }

  private Names names() {
    return new Names(rdmaNames(), netdevs());
  }

  /** RDMA in software is on a netdev that may have hardware as well: the port is the hardware's. */
  private List<RdmaName> rdmaNames() {
    List<RdmaName> devices = new ArrayList<>();
    List<String> hardwareFirst = new ArrayList<>(folders.list(RDMA));
    hardwareFirst.sort(
        Comparator.comparing(device -> !folders.isFolder(RDMA + device + "/device")));
    for (String device : hardwareFirst) {
      List<String> netdevs = excluded.test(device) ? List.of() : netdevsOf(device);
      if (!excluded.test(device) && !excludedBy(netdevs)) {
        ports(device).forEach(number -> devices.add(new RdmaName(device, number, netdevs)));
      }
    }
    return devices;
  }

  private List<Integer> ports(String device) {
    return folders.list(RDMA + device + "/ports").stream()
        .filter(name -> Pattern.matches("[1-9][0-9]{0,2}", name))
        .map(Integer::valueOf)
        .toList();
  }

  private boolean excludedBy(List<String> netdevs) {
    return netdevs.size() == 1 && excluded.test(netdevs.getFirst());
  }

  /** Folder names only: nothing of a device is opened. */
  private List<String> netdevs() {
    return folders.list(NET).stream()
        .filter(name -> !name.equals("lo") && NAME.matcher(name).matches())
        .filter(name -> !name.contains("..") && folders.isFolder(NET + name))
        .filter(name -> !excluded.test(name))
        .filter(
            name -> folders.list(NET + name + "/device/infiniband").stream().noneMatch(excluded))
        .toList();
  }

  private List<String> netdevsOf(String device) {
    return folders.list(RDMA + device + "/device/net");
  }
}
