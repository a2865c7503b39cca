package dev.losslessd.jobs;

import dev.losslessd.jobs.EnvRule.Judgement;
import dev.losslessd.text.Pattern;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Rules for variables of UCX, which NIXL uses too, and of Open MPI. */
final class UcxRules {
  private static final Set<String> RDMA =
      Set.of(
          "all",
          "ib",
          "rc",
          "rc_v",
          "rc_x",
          "rc_verbs",
          "rc_mlx5",
          "dc",
          "dc_x",
          "dc_mlx5",
          "ud",
          "ud_v",
          "ud_x",
          "ud_verbs",
          "ud_mlx5");

  static final Map<String, EnvRule> ALL =
      Map.ofEntries(
          Map.entry("UCX_NET_DEVICES", DeviceRules::ucxDevices),
          Map.entry("UCX_IB_TRAFFIC_CLASS", ClassRules::ucxTc),
          Map.entry("UCX_IB_GID_INDEX", ClassRules::gidIndex),
          Map.entry("UCX_TLS", (value, host) -> transports(value)),
          Map.entry("UCX_IB_SL", (value, host) -> serviceLevel()),
          Map.entry("OMPI_MCA_pml", (value, host) -> pml(value)),
          Map.entry("OMPI_MCA_btl", (value, host) -> btl(value)),
          Map.entry("OMPI_MCA_btl_tcp_if_include", (value, host) -> bootstrap()),
          Map.entry("OMPI_MCA_btl_tcp_if_exclude", (value, host) -> bootstrap()),
          Map.entry("OMPI_MCA_oob_tcp_if_include", (value, host) -> bootstrap()));

  private UcxRules() {}

  private static Judgement transports(String value) {
    boolean not = value.startsWith("^");
    List<String> words =
        Arrays.stream((not ? value.substring(1) : value).split(","))
            .map(word -> Pattern.of("^\\\\").matcher(word.strip()).replaceFirst(""))
            .toList();
    if (not) {
      boolean none = words.contains("ib") || Stream.of("rc", "ud", "dc").allMatch(words::contains);
      return none
          ? Judgement.finding("leaves RDMA out", "unset it")
          : Judgement.ok("RDMA is not left out");
    }
    return words.stream().anyMatch(RDMA::contains)
        ? Judgement.ok("RDMA is among the transports")
        : Judgement.finding("no RDMA transport: UCX is left with TCP", "unset it, or add rc");
  }

  private static Judgement serviceLevel() {
    return Judgement.ok(
        "priority of the VLAN tag only; a fabric that trusts DSCP takes UCX_IB_TRAFFIC_CLASS");
  }

  private static Judgement pml(String value) {
    return value.equals("ucx")
        ? Judgement.ok("UCX carries the messages")
        : Judgement.finding(
            "'" + value + "' does not use UCX: messages go over TCP or a BTL", "set ucx");
  }

  private static Judgement btl(String value) {
    if (value.startsWith("^")) {
      return Judgement.ok("BTLs are left out; with pml ucx none carries messages");
    }
    if (value.contains("openib")) {
      return Judgement.finding(
          "openib is gone since Open MPI 5 and disabled for RoCE before",
          "set OMPI_MCA_pml=ucx and unset it");
    }
    return Judgement.finding(
        "names BTLs without RDMA; with pml ucx it has no effect",
        "set OMPI_MCA_pml=ucx and unset it");
  }

  private static Judgement bootstrap() {
    return Judgement.ok("network of TCP and start-up, never the path of RDMA");
  }
}
