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
          ("all ib rc rc_v rc_x rc_verbs rc_mlx5 dc dc_x dc_mlx5 ud ud_v ud_x ud_verbs "
                  + "ud_mlx5")
              .split(" "));

  static final Map<String, EnvRule> ALL =
      Map.ofEntries(
          Map.entry("UCX_NET_DEVICES", DeviceRules::ucxDevices),
          Map.entry("UCX_IB_TRAFFIC_CLASS", ClassRules::ucxTc),
          Map.entry("UCX_IB_GID_INDEX", GidRules::index),
          Map.entry("UCX_TLS", (value, host) -> transports(value)),
          Map.entry("UCX_IB_SL", (value, host) -> serviceLevel()),
          Map.entry("UCX_IB_ROCE_LOCAL_SUBNET", (value, host) -> localSubnet(value, "y")),
          Map.entry("UCX_IB_ROCE_REACHABILITY_MODE", (value, host) -> reachability(value)),
          Map.entry("UCX_IB_ROCE_SUBNETS", UcxRules::subnets),
          Map.entry("UCX_IB_ROCE_PATH_FACTOR", (value, host) -> paths()),
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

  private static Judgement reachability(String value) {
    return Set.of("route", "local_subnet", "all").contains(value)
        ? localSubnet(value, "local_subnet")
        : Judgement.finding("'" + value + "' is no mode", "unset it: route is the default");
  }

  private static Judgement localSubnet(String value, String on) {
    return value.equals(on)
        ? Judgement.unknown("peers of the port's own subnet only: right where nothing is routed")
        : Judgement.ok("peers of other subnets are reached too");
  }

  private static Judgement paths() {
    return Judgement.ok("spreads the UDP ports of a bond, and chooses no device");
  }

  /** {@code 192.0.2.0/24,...}: from which subnets GIDs are taken; {@code ^} leaves them out. */
  private static Judgement subnets(String value, JobHost host) {
    if (value.equals("all")) {
      return Judgement.ok("GIDs of any subnet, which is the default");
    }
    if (value.startsWith("^") || value.contains(",")) {
      return Judgement.unknown("several subnets, or all but these: not judged here");
    }
    return NcclFineRules.addressRange(value, host);
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
