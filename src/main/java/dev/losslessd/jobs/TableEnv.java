package dev.losslessd.jobs;

import dev.losslessd.jobs.EnvAdvice.Library;
import dev.losslessd.model.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Variables of libraries that open their own queue pairs, by one table: NVSHMEM
 * (src/modules/transport/common/env_defs.h), MORI (src/application/transport/rdma/rdma.cpp),
 * rocSHMEM (its reference of environment variables), Mooncake (mooncake-transfer-engine
 * src/config.cpp), MSCCL++ (src/core/env.cpp, ib.cc). Each sends DSCP 0 by default.
 */
final class TableEnv {
  /**
   * Names of the variables of a library; empty where it has none.
   *
   * @param ports whether a device is written with its port
   * @param gid for the slot, where the library does not choose one itself but takes slot 0
   */
  private record Names(
      String devices, boolean ports, String tc, String family, String gid, String bootstrap) {}

  private static final Map<Library, Names> ALL =
      Map.of(
          Library.NVSHMEM,
          new Names(
              "NVSHMEM_HCA_LIST",
              true,
              "NVSHMEM_IB_TRAFFIC_CLASS",
              "NVSHMEM_IB_ADDR_FAMILY",
              "",
              "NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME"),
          Library.MORI,
          new Names("MORI_RDMA_DEVICES", false, "MORI_RDMA_TC", "", "", "MORI_SOCKET_IFNAME"),
          Library.ROCSHMEM,
          new Names(
              "ROCSHMEM_HCA_LIST",
              false,
              "ROCSHMEM_GDA_TRAFFIC_CLASS",
              "",
              "",
              "ROCSHMEM_BOOTSTRAP_SOCKET_IFNAME"),
          Library.MOONCAKE,
          new Names("MC_MS_FILTERS", false, "MC_IB_TC", "", "", ""),
          Library.MSCCLPP,
          new Names(
              "MSCCLPP_HCA_DEVICES",
              false,
              "",
              "",
              "MSCCLPP_IB_GID_INDEX",
              "MSCCLPP_SOCKET_IFNAME"));

  /** What NVSHMEM looks for in the name of a device (ibgda.cpp, ibdevx.cpp). */
  private static final String PREFIX = "mlx5";

  private TableEnv() {}

  static void add(Library library, JobHost host, List<EnvLine> lines, List<String> notes) {
    Names names = ALL.get(library);
    List<JobPort> used = host.usable();
    if (names == null || used.isEmpty()) {
      return;
    }
    String devices = names.ports() ? UcxEnv.devices(used) : devices(used);
    lines.add(new EnvLine(names.devices(), devices, EnvAdvice.why(used)));
    if (names.tc().isEmpty()) {
      notes.add(
          library.name()
              + " sends DSCP 0, and has no variable for it: mark by the policy (losslessd set PORT"
              + " traffic-class 106)");
    } else {
      EnvAdvice.trafficClass(names.tc(), library.name() + " sends DSCP 0", host)
          .ifPresentOrElse(
              lines::add,
              () ->
                  notes.add(names.tc() + " is left unset: no lossless class with a DSCP is known"));
    }
    if (!names.gid().isEmpty()) {
      GidRules.fixed(names.gid(), library.name(), host).ifPresent(lines::add);
    }
    if (!names.family().isEmpty()) {
      EnvAdvice.family(names.family(), library.name(), host).ifPresent(lines::add);
    }
    if (library == Library.NVSHMEM) {
      prefix(used).ifPresent(lines::add);
      notes.add(
          "NVSHMEM_ENABLE_NIC_PE_MAPPING is left unset: each PE takes the nearest of these"
              + " devices");
    }
    if (!names.bootstrap().isEmpty() && !host.bootstrap().isEmpty()) {
      lines.add(
          new EnvLine(
              names.bootstrap(),
              host.bootstrap().getFirst(),
              "bootstrap over TCP; RDMA takes " + names.devices()));
    }
  }

  /** Names without ports: {@code mlx5_0,mlx5_1}. */
  static String devices(List<JobPort> used) {
    return used.stream().map(JobPort::hca).distinct().collect(Collectors.joining(","));
  }

  /** The part that all names have in common, where NVSHMEM's default fits one of them not. */
  private static Optional<EnvLine> prefix(List<JobPort> used) {
    if (used.stream().allMatch(port -> port.hca().contains(PREFIX))) {
      return Optional.empty();
    }
    String common = used.getFirst().hca();
    for (JobPort port : used) {
      while (!port.hca().startsWith(common)) {
        common = common.substring(0, common.length() - 1);
      }
    }
    return Optional.of(
        new EnvLine(
            "NVSHMEM_HCA_PREFIX",
            common,
            "names of the devices do not begin with mlx5; NVSHMEM since 3.4.5",
            Verdict.UNKNOWN,
            "IBGDA and IBDEVX take devices with mlx5 in their names only"));
  }
}
