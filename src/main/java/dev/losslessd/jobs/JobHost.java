package dev.losslessd.jobs;

import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * This host as a job sees it.
 *
 * @param ports of NICs; empty where nothing is known
 * @param lossless class that jobs send in; empty where the policy has none or nothing is known
 * @param bootstrap netdevs that can carry TCP between hosts, the best first
 * @param gpus how far its GPUs are from its ports
 * @param netdevs all that are there where the job runs; empty where that is not known
 */
public record JobHost(
    String host,
    List<JobPort> ports,
    Optional<JobClass> lossless,
    List<String> bootstrap,
    GpuReach gpus,
    List<String> netdevs) {
  /** A host of whose GPUs nothing is known. */
  public JobHost(
      String host, List<JobPort> ports, Optional<JobClass> lossless, List<String> bootstrap) {
    this(host, ports, lossless, bootstrap, GpuReach.UNKNOWN, List.of());
  }

  /** A host of which nothing is known. */
  public static final JobHost UNKNOWN = new JobHost("", List.of(), Optional.empty(), List.of());

  public JobHost {
    ports = List.copyOf(ports);
    bootstrap = List.copyOf(bootstrap);
    netdevs = List.copyOf(netdevs);
  }

  /** A copy that knows its netdevs. */
  public JobHost withNetdevs(List<String> names) {
    return new JobHost(host, ports, lossless, bootstrap, gpus, names);
  }

  /**
   * Returns this host of the daemon as the caller of a command sees it. The caller's own look
   * decides which ports there are and what they lack, the daemon's which contracts are broken; the
   * class is the one in force.
   *
   * @param own unknown where the caller could not look
   */
  public JobHost seenAs(JobHost own) {
    if (!own.isKnown()) {
      return this;
    }
    return new JobHost(
        isKnown() ? host : own.host,
        own.ports.stream().map(this::withContract).toList(),
        isKnown() ? lossless : own.lossless,
        own.bootstrap.isEmpty() ? bootstrap : own.bootstrap,
        own.gpus,
        netdevs);
  }

  private JobPort withContract(JobPort own) {
    return ports.stream()
        .filter(port -> port.device().equals(own.device()))
        .findFirst()
        .map(own::withContract)
        .orElse(own);
  }

  /** What a job on another host has in common with this one: the fabric's class. */
  public JobHost elsewhere() {
    return new JobHost("", List.of(), lossless, List.of());
  }

  /** Netdevs that are there for certain: those of default routes and of RDMA ports too. */
  Set<String> knownNetdevs() {
    Set<String> all = new TreeSet<>(netdevs);
    all.addAll(bootstrap);
    if (!bootstrap.isEmpty()) {
      ports.forEach(port -> port.gids().forEach(gid -> all.add(gid.netdev())));
      all.remove("");
    }
    return all;
  }

  public boolean isKnown() {
    return !host.isEmpty();
  }

  /**
   * Ports for RDMA, by RDMA device. Those with an ok contract, or all where no contract is known; a
   * job has one family of addresses, so that one of IPv6 alone is left out beside those of IPv4.
   */
  public List<JobPort> usable() {
    List<JobPort> usable = ports.stream().filter(JobPort::isUsable).toList();
    List<JobPort> proven = usable.stream().filter(port -> port.contract() == Verdict.OK).toList();
    List<JobPort> taken = proven.isEmpty() ? usable : proven;
    List<JobPort> four = taken.stream().filter(port -> !port.isIpv6Only()).toList();
    return four.isEmpty() ? taken : four;
  }

  /** Ports that a library takes where nothing names devices: all that carry traffic. */
  List<JobPort> active() {
    return ports.stream().filter(port -> port.active() && !port.hca().isEmpty()).toList();
  }

  /** Whether the netdev of a GID is here; taken for so where none of a port's is known to be. */
  boolean hasNetdev(Gid gid) {
    return gid.netdev().isEmpty()
        || netdevs.contains(gid.netdev())
        || ports.stream()
            .flatMap(port -> port.gids().stream())
            .noneMatch(one -> netdevs.contains(one.netdev()));
  }

  /** Whether jobs have to look for addresses of IPv6, as a port has no others. */
  boolean needsIpv6() {
    return usable().stream().anyMatch(JobPort::isIpv6Only);
  }

  /** The GID that a job takes on a port: of a netdev that is here, and of the family of all. */
  Optional<Gid> gid(JobPort port) {
    boolean six = needsIpv6();
    return port.gid(gid -> hasNetdev(gid) && !(six && JobPort.isIpv4(gid))).or(port::gid);
  }

  Optional<JobPort> byDevice(String hca) {
    return ports.stream().filter(port -> port.hca().equals(hca)).findFirst();
  }

  /** How its ports are wired to switches. */
  Rails rails() {
    if (!usable().isEmpty() && usable().stream().noneMatch(port -> port.peer().isEmpty())) {
      return Rails.DIRECT;
    }
    List<String> leaves = usable().stream().map(JobPort::leaf).toList();
    Set<String> known = leaves.stream().filter(leaf -> !leaf.isEmpty()).collect(Collectors.toSet());
    if (leaves.size() < 2 || leaves.stream().anyMatch(String::isEmpty)) {
      return Rails.UNKNOWN;
    }
    return known.size() == leaves.size()
        ? Rails.OWN_LEAVES
        : known.size() == 1 ? Rails.ONE_LEAF : Rails.MIXED;
  }

  /** Wiring of a host's ports. */
  enum Rails {
    /** Each port is on a switch of its own: rail-optimised. */
    OWN_LEAVES,
    ONE_LEAF,
    MIXED,
    /** Each cable ends at another host. */
    DIRECT,
    UNKNOWN
  }
}
