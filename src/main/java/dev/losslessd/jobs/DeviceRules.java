package dev.losslessd.jobs;

import dev.losslessd.jobs.EnvRule.Judgement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Rules for lists of devices: which RDMA ports a job takes. */
final class DeviceRules {
  private DeviceRules() {}

  /**
   * {@code NCCL_IB_HCA}: a list of names with ports, each a prefix unless {@code =} stands first;
   * {@code ^} takes all others (src/misc/utils.cc, matchIfList).
   */
  static Judgement ncclHca(String value, JobHost host) {
    NameFilter filter = NameFilter.of(value);
    if (filter.names().isEmpty()) {
      return Judgement.finding("names no device", "unset it, or name devices: '=mlx5_0,mlx5_1'");
    }
    if (filter.hasBlank()) {
      return Judgement.finding(NameFilter.BLANK, "write the names without blanks");
    }
    if (!host.isKnown()) {
      return filter.exact() || filter.not()
          ? Judgement.unknown("this host's devices are not known")
          : Judgement.unknown(
              "a prefix: '"
                  + filter.names().getFirst()
                  + "' also takes longer names, '=' in front does not");
    }
    List<JobPort> taken =
        host.ports().stream()
            .filter(port -> !port.hca().isEmpty() && filter.names(port) != filter.not())
            .toList();
    if (filter.not()) {
      return judged(taken, List.of(), host);
    }
    List<String> more = filter.exact() ? List.of() : more(filter.names(), taken);
    if (!more.isEmpty()) {
      return Judgement.finding(
          "a prefix that also takes " + String.join(", ", more),
          "put '=' in front: '" + NcclEnv.hcas(host.usable()) + "'");
    }
    List<String> absent =
        filter.names().stream()
            .filter(one -> host.ports().stream().noneMatch(port -> filter.names(one, port)))
            .toList();
    return judged(taken, absent, host);
  }

  /** {@code UCX_NET_DEVICES}: {@code all}, or names with ports. */
  static Judgement ucxDevices(String value, JobHost host) {
    if (value.equals("all")) {
      return Judgement.ok("UCX takes all devices that reach the peer");
    }
    if (!host.isKnown()) {
      return Judgement.unknown("this host's devices are not known");
    }
    boolean not = value.startsWith("^");
    List<String> wanted = UcxNames.of(not ? value.substring(1) : value);
    if (not) {
      return judged(
          host.ports().stream()
              .filter(port -> !port.hca().isEmpty() && !wanted.contains(port.device()))
              .toList(),
          List.of(),
          host);
    }
    List<String> bare = wanted.stream().filter(one -> host.byDevice(one).isPresent()).toList();
    if (!bare.isEmpty()) {
      return Judgement.finding(
          bare.getFirst() + " lacks its port", "write '" + bare.getFirst() + ":1'");
    }
    List<String> rdma = wanted.stream().filter(one -> one.contains(":")).toList();
    if (rdma.isEmpty()) {
      return Judgement.finding(
          "names no RDMA device: UCX is left with TCP",
          "name RDMA devices: '" + UcxEnv.devices(host.usable()) + "'");
    }
    List<JobPort> taken =
        host.ports().stream().filter(port -> rdma.contains(port.device())).toList();
    List<String> absent =
        rdma.stream()
            .filter(one -> taken.stream().noneMatch(port -> port.device().equals(one)))
            .toList();
    return judged(taken, absent, host);
  }

  /** Ports that are taken against those that are there and usable. */
  private static Judgement judged(List<JobPort> taken, List<String> absent, JobHost host) {
    if (!absent.isEmpty()) {
      return Judgement.finding(
          "not on this host: " + String.join(", ", absent),
          "devices here: " + String.join(", ", devices(host)));
    }
    for (JobPort one : taken) {
      if (!one.isUsable()) {
        return Judgement.finding(
            one.hca() + ": " + one.obstacle(), "leave " + one.hca() + " out, or repair it");
      }
    }
    List<String> missing =
        host.usable().stream().filter(one -> !taken.contains(one)).map(JobPort::hca).toList();
    return missing.isEmpty()
        ? Judgement.ok("takes " + String.join(", ", taken.stream().map(JobPort::hca).toList()))
        : Judgement.finding(
            "leaves out " + String.join(", ", missing) + ", which could be used",
            "take all usable ports: '" + NcclEnv.hcas(host.usable()) + "'");
  }

  /** Devices that a prefix takes beside one that is named so: mlx5_1 takes mlx5_10. */
  private static List<String> more(List<String> wanted, List<JobPort> taken) {
    Set<String> names = new LinkedHashSet<>();
    wanted.forEach(one -> names.add(one.split(":", 2)[0]));
    List<String> devices = taken.stream().map(JobPort::hca).distinct().toList();
    return devices.stream()
        .filter(device -> !names.contains(device))
        .filter(device ->
            names.stream().anyMatch(one -> device.startsWith(one) && devices.contains(one)))
        .toList();
  }

  private static List<String> devices(JobHost host) {
    return host.ports().stream()
        .map(JobPort::hca)
        .filter(hca -> !hca.isEmpty())
        .distinct()
        .toList();
  }
}
