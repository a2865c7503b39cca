package dev.losslessd.jobs;

import dev.losslessd.model.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/** Variables of UCX, and of Open MPI on top of it, for a host. */
final class UcxEnv {
  /** What UCX takes for RoCE v2 by itself (uct_ib_iface_config_table). */
  private static final int DEFAULT = 106;

  private UcxEnv() {}

  static void add(JobHost host, List<EnvLine> lines, List<String> notes) {
    List<JobPort> used = host.usable();
    if (used.isEmpty()) {
      return;
    }
    lines.add(new EnvLine("UCX_NET_DEVICES", devices(used), EnvAdvice.why(used)));
    host.lossless()
        .ifPresentOrElse(
            lossless -> lines.add(trafficClass(lossless)),
            () ->
                notes.add(
                    "UCX_IB_TRAFFIC_CLASS is left unset: no lossless class with a"
                        + " DSCP; UCX takes 106, DSCP 26"));
    notes.add("UCX_IB_GID_INDEX is left unset: UCX chooses a RoCE v2 slot of each port");
  }

  private static EnvLine trafficClass(JobClass lossless) {
    boolean fits = lossless.trafficClass() == DEFAULT;
    String unset = "UCX sends what the port's driver forces, else 106, DSCP 26";
    return new EnvLine(
        "UCX_IB_TRAFFIC_CLASS",
        String.valueOf(lossless.trafficClass()),
        lossless.text() + (fits ? ": UCX's own default for RoCE v2" : "; unset, " + unset),
        fits ? Verdict.OK : Verdict.BROKEN,
        fits ? "" : unset);
  }

  /** Settings for TCP, asked for by its name. */
  static void tcp(JobHost host, List<EnvLine> lines) {
    lines.add(new EnvLine("UCX_TLS", "tcp,cuda,sm,self", "TCP, by --tcp"));
    bootstrap(host, lines);
  }

  static void addMpi(JobHost host, List<EnvLine> lines, List<String> notes) {
    if (host.usable().isEmpty()) {
      return;
    }
    mpi(host, lines);
    add(host, lines, notes);
  }

  /** Open MPI's own part. */
  static void mpi(JobHost host, List<EnvLine> lines) {
    lines.add(new EnvLine("OMPI_MCA_pml", "ucx", "UCX carries the messages of Open MPI"));
    if (!host.bootstrap().isEmpty()) {
      lines.add(
          new EnvLine(
              "OMPI_MCA_oob_tcp_if_include",
              host.bootstrap().getFirst(),
              "start-up over TCP; RDMA takes UCX_NET_DEVICES"));
    }
  }

  /** Names with ports, as UCX takes them: {@code mlx5_0:1,mlx5_1:1}. */
  static String devices(List<JobPort> used) {
    return used.stream().map(JobPort::device).distinct().collect(Collectors.joining(","));
  }

  private static void bootstrap(JobHost host, List<EnvLine> lines) {
    if (!host.bootstrap().isEmpty()) {
      lines.add(
          new EnvLine(
              "UCX_NET_DEVICES", host.bootstrap().getFirst(), "the netdev of the default route"));
    }
  }
}
