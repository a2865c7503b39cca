package dev.losslessd.jobs;

import dev.losslessd.model.Nic.Gid;
import dev.losslessd.model.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/** Variables of NCCL for a host. */
final class NcclEnv {
  private NcclEnv() {}

  /** Array of devices of NCCL and RCCL (MAX_IB_DEVS of src/transport/net_ib). */
  static final int MOST_PORTS = 32;

  static void add(JobHost host, List<EnvLine> lines, List<String> notes) {
    List<JobPort> used = host.usable();
    if (used.isEmpty()) {
      return;
    }
    lines.add(devices(host, used));
    if (used.size() > MOST_PORTS) {
      notes.add(
          "%s ports are usable, and NCCL has room for %s: see NCCL_IB_HCA"
              .formatted(used.size(), MOST_PORTS));
    }
    EnvAdvice.trafficClass("NCCL_IB_TC", "NCCL sends DSCP 0", host)
        .ifPresentOrElse(
            lines::add,
            () -> notes.add("NCCL_IB_TC is left unset: no lossless class with a DSCP is known"));
    GidRules.add(host, lines, notes);
    if (used.stream().allMatch(port -> port.gid().map(Gid::isLinkLocal).orElse(false))) {
      notes.add("addresses are 169.254.0.0/16: these ports reach hosts on the same cable only");
    }
    EnvAdvice.family("NCCL_IB_ADDR_FAMILY", "NCCL", host).ifPresent(lines::add);
    socket(host, lines, notes);
    rails(host, lines, notes);
    gpus(host.gpus(), lines, notes);
  }

  /** Settings for TCP, asked for by its name. */
  static void tcp(JobHost host, List<EnvLine> lines, List<String> notes) {
    lines.add(new EnvLine("NCCL_IB_DISABLE", "1", "TCP, by --tcp"));
    socket(host, lines, notes);
  }

  private static EnvLine devices(JobHost host, List<JobPort> used) {
    List<JobPort> more = host.active().stream().filter(port -> !used.contains(port)).toList();
    String reason = EnvAdvice.why(used) + "; '=' because a bare mlx5_1 also takes mlx5_10";
    if (host.active().size() > MOST_PORTS) {
      return EnvLine.needed("NCCL_IB_HCA", hcas(host), reason, tooMany(host.active().size()));
    }
    Verdict without =
        more.isEmpty()
            ? Verdict.OK
            : more.stream().allMatch(JobPort::isUsable) ? Verdict.UNKNOWN : Verdict.BROKEN;
    String lack =
        "NCCL also takes "
            + more.stream()
                .map(port ->
                    port.hca()
                        + " ("
                        + (port.isUsable() ? "its contract is not known" : port.obstacle())
                        + ")")
                .collect(Collectors.joining(", "));
    return new EnvLine(
        "NCCL_IB_HCA", hcas(host), reason, without, without == Verdict.OK ? "" : lack);
  }

  /** What becomes of more ports than NCCL has room for (NVIDIA/nccl#2282, with 2.30.7). */
  static String tooMany(int count) {
    return ("%s ports: NCCL and RCCL have room for %s; others are left out, and devices of several"
            + " ports make NCCL crash")
        .formatted(count, MOST_PORTS);
  }

  private static void gpus(GpuReach gpus, List<EnvLine> lines, List<String> notes) {
    if (gpus.level().isEmpty()) {
      notes.add("NCCL_NET_GDR_LEVEL is left unset: " + gpus.reason());
    } else {
      lines.add(new EnvLine("NCCL_NET_GDR_LEVEL", gpus.level(), gpus.reason()));
    }
  }

  /**
   * {@code =mlx5_0,mlx5_1}, each with its port where the device has others; as many as NCCL has
   * room for.
   */
  static String hcas(JobHost host) {
    return host.usable().stream()
        .map(port -> port.hcaPort() > 1 || hasOthers(port, host) ? port.device() : port.hca())
        .distinct()
        .limit(MOST_PORTS)
        .collect(Collectors.joining(",", "=", ""));
  }

  private static boolean hasOthers(JobPort port, JobHost host) {
    return host.ports().stream()
        .anyMatch(one -> one.hca().equals(port.hca()) && one.hcaPort() != port.hcaPort());
  }

  private static void socket(JobHost host, List<EnvLine> lines, List<String> notes) {
    if (host.bootstrap().isEmpty()) {
      notes.add("NCCL_SOCKET_IFNAME is left unset: no netdev with a default route is known");
      return;
    }
    lines.add(
        new EnvLine(
            "NCCL_SOCKET_IFNAME",
            "=" + host.bootstrap().getFirst(),
            "bootstrap over TCP; RDMA takes NCCL_IB_HCA"));
  }

  private static void rails(JobHost host, List<EnvLine> lines, List<String> notes) {
    switch (host.rails()) {
      case OWN_LEAVES ->
          lines.add(
              new EnvLine(
                  "NCCL_CROSS_NIC", "0", "each port is on a leaf of its own: stay on the rail"));
      case MIXED ->
          lines.add(
              new EnvLine(
                  "NCCL_IB_QPS_PER_CONNECTION",
                  "4",
                  "ports share several leaves: more queue pairs spread over the spines' paths"));
      case ONE_LEAF ->
          notes.add("NCCL_CROSS_NIC is left unset: all ports are on one leaf, NCCL may choose");
      case DIRECT -> lines.add(subnets(host));
      case UNKNOWN -> notes.add("NCCL_CROSS_NIC is left unset: the leaf of each port is not known");
    }
  }

  /** Each port reaches the host at its cable only, and NCCL pairs ports by number. */
  private static EnvLine subnets(JobHost host) {
    boolean several = host.usable().stream().map(JobPort::peer).distinct().count() > 1;
    return new EnvLine(
        "NCCL_IB_SUBNET_AWARE_ROUTING",
        "1",
        "hosts are wired directly: NCCL since 2.30.7 then takes the port in the peer's subnet",
        several ? Verdict.BROKEN : Verdict.OK,
        several ? "NCCL pairs ports by number, and each cable reaches another host" : "");
  }
}
