package dev.losslessd.jobs;

import dev.losslessd.model.Nic.Gid;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Variables of NCCL for a host. */
final class NcclEnv {
  private NcclEnv() {}

  static void add(JobHost host, List<EnvLine> lines, List<String> notes) {
    List<JobPort> used = host.usable();
    if (used.isEmpty()) {
      String reason = EnvAdvice.whyTcp(host);
      lines.add(new EnvLine("NCCL_IB_DISABLE", "1", "TCP: " + reason));
      socket(host, lines, notes);
      return;
    }
    lines.add(
        new EnvLine(
            "NCCL_IB_HCA",
            hcas(used),
            EnvAdvice.why(used) + "; '=' because a bare mlx5_1 also takes mlx5_10"));
    trafficClass(host, lines, notes);
    gid(used, notes);
    if (used.stream().anyMatch(JobPort::isIpv6Only)) {
      lines.add(
          new EnvLine(
              "NCCL_IB_ADDR_FAMILY",
              "AF_INET6",
              "a port has addresses of IPv6 only; NCCL looks for IPv4"));
    }
    socket(host, lines, notes);
    rails(host, lines, notes);
    gpus(host.gpus(), lines, notes);
  }

  private static void gpus(GpuReach gpus, List<EnvLine> lines, List<String> notes) {
    if (gpus.level().isEmpty()) {
      notes.add("NCCL_NET_GDR_LEVEL is left unset: " + gpus.reason());
    } else {
      lines.add(new EnvLine("NCCL_NET_GDR_LEVEL", gpus.level(), gpus.reason()));
    }
  }

  /** {@code =mlx5_0,mlx5_1}, each with its port where that is not the first. */
  static String hcas(List<JobPort> used) {
    return used.stream()
        .map(port -> port.hcaPort() > 1 ? port.device() : port.hca())
        .distinct()
        .collect(Collectors.joining(",", "=", ""));
  }

  private static void trafficClass(JobHost host, List<EnvLine> lines, List<String> notes) {
    Optional<JobClass> lossless = host.lossless();
    if (lossless.isEmpty()) {
      notes.add("NCCL_IB_TC is left unset: the policy has no lossless class with a DSCP");
      return;
    }
    lines.add(
        new EnvLine(
            "NCCL_IB_TC",
            String.valueOf(lossless.get().trafficClass()),
            lossless.get().text() + ": 4 * DSCP + 2 (ECT); unset, NCCL sends DSCP 0"));
  }

  /** Only for versions that take slot 0; one slot has to fit every port. */
  private static void gid(List<JobPort> used, List<String> notes) {
    Set<Integer> slots = new TreeSet<>();
    used.forEach(port -> port.gid().map(Gid::index).ifPresent(slots::add));
    if (slots.size() == 1) {
      notes.add(
          "NCCL_IB_GID_INDEX is left unset: NCCL since 2.21 chooses; older ones need "
              + slots.iterator().next()
              + " on this host");
    } else {
      notes.add(
          "NCCL_IB_GID_INDEX is left unset: the RoCE v2 slots of the ports differ ("
              + slots
              + "), so NCCL before 2.21 cannot use them all");
    }
    if (used.stream().allMatch(port -> port.gid().map(Gid::isLinkLocal).orElse(false))) {
      notes.add("addresses are 169.254.0.0/16: these ports reach hosts on the same cable only");
    }
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
      case UNKNOWN -> notes.add("NCCL_CROSS_NIC is left unset: the leaf of each port is not known");
    }
  }
}
