package dev.losslessd.jobs;

import dev.losslessd.jobs.DeviceRules.Form;
import dev.losslessd.jobs.EnvRule.Judgement;
import dev.losslessd.model.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Rules for libraries beside NCCL and UCX, by the sources that {@link TableEnv} names, and of
 * DeepEP (csrc/hybrid_ep, deep_ep/buffers), MSCCL++ (include/mscclpp/env.hpp) and libfabric
 * (fi_verbs(7)).
 */
final class LibraryRules {
  /** Variables that choose the class of data. */
  static final Set<String> CLASSES =
      Set.of(
          ("NCCL_IB_TC NCCL_GIN_IB_TC UCX_IB_TRAFFIC_CLASS NVSHMEM_IB_TRAFFIC_CLASS"
                  + " HYBRID_EP_IB_TC MORI_RDMA_TC MORI_IO_TC ROCSHMEM_GDA_TRAFFIC_CLASS MC_IB_TC")
              .split(" "));

  static final Map<String, EnvRule> ALL =
      Map.ofEntries(
          Map.entry("NVSHMEM_IB_TRAFFIC_CLASS", ClassRules::tos),
          Map.entry("NVSHMEM_IB_GID_INDEX", GidRules::index),
          Map.entry("NVSHMEM_IB_ADDR_FAMILY", NcclFineRules::addressFamily),
          Map.entry("NVSHMEM_IB_ADDR_RANGE", LibraryRules::nvshmemRange),
          Map.entry("NVSHMEM_IB_ROCE_VERSION_NUM", NcclRules::roceVersion),
          Map.entry("NVSHMEM_IB_SL", LibraryRules::priority),
          Map.entry("NVSHMEM_HCA_LIST", DeviceRules.exact(Form.PORTS)),
          Map.entry("NVSHMEM_HCA_PE_MAPPING", DeviceRules.exact(Form.PORTS)),
          Map.entry("NVSHMEM_HCA_PREFIX", LibraryRules::prefix),
          Map.entry("NVSHMEM_ENABLE_NIC_PE_MAPPING", (value, host) -> mapping(value)),
          Map.entry("NVSHMEM_REMOTE_TRANSPORT", (value, host) -> transport(value)),
          Map.entry("NVSHMEM_IB_ENABLE_IBGDA", (value, host) -> gpuInitiated(value)),
          Map.entry("NVSHMEM_IBGDA_NIC_HANDLER", (value, host) -> NcclFineRules.handler()),
          Map.entry("NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME", NcclRules::socketName),
          Map.entry("HYBRID_EP_IB_TC", ClassRules::tos),
          Map.entry("EP_OVERRIDE_RDMA_SL", LibraryRules::priority),
          Map.entry("EP_NIC_NAME", DeviceRules.exact(Form.PART)),
          Map.entry("MORI_RDMA_TC", ClassRules::tos),
          Map.entry("MORI_IO_TC", ClassRules::tos),
          Map.entry("MORI_RDMA_SL", LibraryRules::priority),
          Map.entry("MORI_IO_SL", LibraryRules::priority),
          Map.entry("MORI_IO_TC_DISABLE", (value, host) -> noClass(value)),
          Map.entry("MORI_IB_GID_INDEX", GidRules::index),
          Map.entry("MORI_RDMA_DEVICES", DeviceRules.exact(Form.NAMES)),
          Map.entry("MORI_SOCKET_IFNAME", NcclRules::socketName),
          Map.entry("ROCSHMEM_GDA_TRAFFIC_CLASS", ClassRules::tos),
          Map.entry("ROCSHMEM_HCA_LIST", DeviceRules.exact(Form.NAMES)),
          Map.entry("ROCSHMEM_USE_IB_HCA", DeviceRules.exact(Form.PART)),
          Map.entry("ROCSHMEM_BOOTSTRAP_SOCKET_IFNAME", NcclRules::socketName),
          Map.entry("MC_IB_TC", ClassRules::tos),
          Map.entry("MC_IB_SL", LibraryRules::priority),
          Map.entry("MC_GID_INDEX", GidRules::index),
          Map.entry("MC_MS_FILTERS", DeviceRules.exact(Form.TAKEN)),
          Map.entry("MOONCAKE_DEVICE", DeviceRules.exact(Form.PART)),
          Map.entry("MOONCAKE_PROTOCOL", (value, host) -> protocol(value)),
          Map.entry("MC_FORCE_TCP", (value, host) -> forcedTcp()),
          Map.entry("MSCCLPP_IB_GID_INDEX", GidRules::slot),
          Map.entry("MSCCLPP_HCA_DEVICES", DeviceRules.exact(Form.TAKEN)),
          Map.entry("MSCCLPP_SOCKET_IFNAME", NcclRules::socketName),
          Map.entry("FI_VERBS_GID_IDX", GidRules::slot),
          Map.entry("FI_VERBS_IFACE", NcclRules::socketName),
          Map.entry("FI_VERBS_DEVICE_NAME", LibraryRules::prefixes),
          Map.entry("GLOO_SOCKET_IFNAME", LibraryRules::netdevs),
          Map.entry("TP_SOCKET_IFNAME", LibraryRules::netdevs));

  /** Names that a library does not read, and those that are meant. */
  private static final Map<String, String> MEANT =
      Map.of(
          "NCCL_IB_TRAFFIC_CLASS", "NCCL_IB_TC",
          "NCCL_GID_INDEX", "NCCL_IB_GID_INDEX",
          "UCX_IB_TC", "UCX_IB_TRAFFIC_CLASS",
          "UCX_TRAFFIC_CLASS", "UCX_IB_TRAFFIC_CLASS",
          "UCX_GID_INDEX", "UCX_IB_GID_INDEX",
          "NVSHMEM_IB_TC", "NVSHMEM_IB_TRAFFIC_CLASS",
          "NVSHMEM_GID_INDEX", "NVSHMEM_IB_GID_INDEX",
          "MC_IB_GID_INDEX", "MC_GID_INDEX",
          "MORI_GID_INDEX", "MORI_IB_GID_INDEX",
          "MORI_IB_TC", "MORI_RDMA_TC");

  private LibraryRules() {}

  /** A name that looks like one of a library's, and that it does not read. */
  static Optional<Judgement> misnamed(String name) {
    return Optional.ofNullable(MEANT.get(name))
        .map(meant -> Judgement.finding("no effect: the library does not read it", "set " + meant));
  }

  /** Variables that make each other void; empty where nothing is wrong. */
  static Optional<Judgement> conflict(String name, Map<String, String> all) {
    if (name.equals("NVSHMEM_HCA_PE_MAPPING") && all.containsKey("NVSHMEM_HCA_LIST")) {
      return Optional.of(
          Judgement.finding("ignored, as NVSHMEM_HCA_LIST is set", "unset one of them"));
    }
    if (name.equals("NVSHMEM_HCA_PE_MAPPING")
        && !all.getOrDefault("NVSHMEM_ENABLE_NIC_PE_MAPPING", "").equals("1")) {
      return Optional.of(
          Judgement.finding(
              "leaves devices out, and maps none: NVSHMEM_ENABLE_NIC_PE_MAPPING is not 1",
              "set NVSHMEM_ENABLE_NIC_PE_MAPPING=1"));
    }
    return name.equals("UCX_IB_ROCE_SUBNETS") && all.containsKey("UCX_IB_GID_INDEX")
        ? Optional.of(
            Judgement.finding("not together with UCX_IB_GID_INDEX", "unset UCX_IB_GID_INDEX"))
        : Optional.empty();
  }

  static Judgement priority(String value, JobHost host) {
    Judgement judged = value.equals("-1") ? Judgement.ok("") : NcclRules.range(value, 0, 15);
    return judged.verdict() == Verdict.OK
        ? Judgement.ok(
            "priority of the VLAN tag only; a fabric that trusts DSCP takes the ToS byte")
        : judged;
  }

  /** Any family's {@code ::/0} is NVSHMEM's default. */
  private static Judgement nvshmemRange(String value, JobHost host) {
    return value.equals("::/0")
        ? Judgement.ok("any address, which is the default")
        : NcclFineRules.addressRange(value, host);
  }

  private static Judgement prefix(String value, JobHost host) {
    Optional<JobPort> other =
        host.usable().stream().filter(port -> !port.hca().contains(value)).findFirst();
    return other
        .map(port ->
            Judgement.finding(
                "leaves out " + port.hca() + ", whose name lacks it",
                "write what all names have in common"))
        .orElse(
            host.isKnown()
                ? Judgement.ok("part of each usable device's name")
                : Judgement.unknown("this host's devices are not known"));
  }

  private static Judgement mapping(String value) {
    Judgement judged = NcclRules.range(value, 0, 1);
    return value.equals("1")
        ? Judgement.ok("devices by number or by NVSHMEM_HCA_PE_MAPPING, not by nearness")
        : judged;
  }

  private static Judgement transport(String value) {
    return switch (value) {
      case "ibrc" -> Judgement.ok("verbs, the default");
      case "ibdevx" ->
          Judgement.ok("DevX: takes NVSHMEM_IB_TRAFFIC_CLASS, never what the device forces");
      case "ucx", "libfabric" -> Judgement.ok("over " + value + ", whose own variables count");
      case "none" -> Judgement.finding("no traffic between hosts", "unset it");
      default ->
          Judgement.finding(
              "'" + value + "' is no transport", "use ibrc, ucx, libfabric or ibdevx");
    };
  }

  private static Judgement gpuInitiated(String value) {
    return Set.of("0", "n", "no", "false", "off").contains(value)
        ? Judgement.ok("off, which is the default")
        : Judgement.ok("GPUs send: takes NVSHMEM_IB_TRAFFIC_CLASS, never what the device forces");
  }

  private static Judgement noClass(String value) {
    return value.equals("1")
        ? Judgement.finding("MORI-IO sends without a class: DSCP 0", "unset it")
        : Judgement.ok("off, which is the default");
  }

  private static Judgement protocol(String value) {
    return value.equals("tcp") ? forcedTcp() : Judgement.ok("over " + value);
  }

  private static Judgement forcedTcp() {
    return Judgement.finding("TCP is forced", "unset it");
  }

  /** Prefixes, as libfabric takes them. */
  private static Judgement prefixes(String value, JobHost host) {
    List<String> names = Arrays.stream(value.split(",")).map(String::strip).toList();
    Optional<JobPort> bad =
        host.active().stream()
            .filter(port -> names.stream().anyMatch(port.hca()::startsWith) && !port.isUsable())
            .findFirst();
    if (!host.isKnown()) {
      return Judgement.unknown("this host's devices are not known");
    }
    return bad.map(port ->
            Judgement.finding(port.hca() + ": " + port.obstacle(), "leave " + port.hca() + " out"))
        .orElse(
            host.active().stream().anyMatch(port -> names.stream().anyMatch(port.hca()::startsWith))
                ? Judgement.ok("prefixes of devices that are here")
                : Judgement.finding("no device here begins so", "name devices of this host"));
  }

  /** Exact names of netdevs of Gloo and TensorPipe, for TCP. */
  private static Judgement netdevs(String value, JobHost host) {
    List<String> absent =
        Arrays.stream(value.split(",")).filter(one -> !host.netdevs().contains(one)).toList();
    return host.netdevs().isEmpty() || absent.isEmpty()
        ? Judgement.ok("network of TCP and start-up, never the path of RDMA")
        : Judgement.finding(
            "no netdev here has this name: " + String.join(", ", absent),
            "here are: " + String.join(", ", host.netdevs()));
  }
}
