package dev.losslessd.jobs;

import dev.losslessd.jobs.EnvRule.Judgement;
import java.util.ArrayList;
import java.util.Arrays;
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
    if (filter.names().size() > NcclEnv.MOST_PORTS) {
      return Judgement.finding(NcclEnv.tooMany(filter.names().size()), atMost());
    }
    if (!host.isKnown()) {
      return filter.exact() || filter.not()
          ? Judgement.unknown("this host's devices are not known")
          : Judgement.unknown(
              "a prefix: '%s' also takes longer names, '=' in front does not"
                  .formatted(filter.names().getFirst()));
    }
    List<JobPort> taken =
        host.ports().stream()
            .filter(port -> !port.hca().isEmpty() && filter.names(port) != filter.not())
            .toList();
    if (taken.stream().filter(JobPort::active).count() > NcclEnv.MOST_PORTS) {
      return Judgement.finding(NcclEnv.tooMany(taken.size()), atMost());
    }
    if (filter.not()) {
      return judged(taken, List.of(), host, NcclEnv.hcas(host));
    }
    List<String> more = filter.exact() ? List.of() : more(filter.names(), taken);
    if (!more.isEmpty()) {
      return Judgement.finding(
          "a prefix that also takes " + String.join(", ", more),
          "put '=' in front: '" + NcclEnv.hcas(host) + "'");
    }
    List<String> absent =
        filter.names().stream()
            .filter(one -> host.ports().stream().noneMatch(port -> filter.names(one, port)))
            .toList();
    return judged(taken, absent, host, NcclEnv.hcas(host));
  }

  private static String atMost() {
    return "name " + NcclEnv.MOST_PORTS + " ports at most, each with '=' and its number";
  }

  /** How a library reads a list of exact names; blanks around them are left away. */
  enum Form {
    /** Each with or without its port, {@code ^} takes all others: NVSHMEM. */
    PORTS,
    /** Without ports, {@code ^} takes all others: MORI, rocSHMEM. */
    NAMES,
    /** Without ports, and what is named is taken: Mooncake, MSCCL++. */
    TAKEN,
    /** A part of the devices, which is enough. */
    PART;

    /** How all usable ports are written; empty where they need not be. */
    private String all(JobHost host) {
      return switch (this) {
        case PORTS -> UcxEnv.devices(host.usable());
        case NAMES, TAKEN -> TableEnv.devices(host.usable());
        case PART -> "";
      };
    }

    private boolean isNamed(String one, JobPort port) {
      return one.equals(port.hca())
          || (this == PORTS && (one + ":").startsWith(port.device() + ":"));
    }
  }

  /** Judges a list of exact names: {@code mlx5_0,mlx5_1}. */
  static EnvRule exact(Form form) {
    return (value, host) -> exact(value, host, form);
  }

  private static Judgement exact(String value, JobHost host, Form form) {
    boolean not = value.startsWith("^") && (form == Form.PORTS || form == Form.NAMES);
    List<String> names =
        Arrays.stream((not ? value.substring(1) : value).split(","))
            .map(String::strip)
            .filter(one -> !one.isEmpty())
            .toList();
    if (names.isEmpty()) {
      return Judgement.finding("names no device", "unset it, or name devices");
    }
    if (!host.isKnown()) {
      return Judgement.unknown("this host's devices are not known");
    }
    List<JobPort> named =
        host.ports().stream()
            .filter(port -> !port.hca().isEmpty())
            .filter(port -> names.stream().anyMatch(one -> form.isNamed(one, port)))
            .toList();
    if (not) {
      List<JobPort> taken = new ArrayList<>(host.active());
      taken.removeAll(named);
      return judged(taken, List.of(), host, form.all(host));
    }
    List<String> absent =
        names.stream()
            .filter(one -> named.stream().noneMatch(port -> form.isNamed(one, port)))
            .toList();
    return judged(named, absent, host, form.all(host));
  }

  /** {@code UCX_NET_DEVICES}: {@code all}, or names with ports. */
  static Judgement ucxDevices(String value, JobHost host) {
    if (value.equals("all")) {
      return ucxAll(host);
    }
    if (value.startsWith("=")) {
      return Judgement.finding(
          "'=' is for NCCL alone: UCX looks for a device of this name",
          "take '=' away: '" + value.substring(1) + "'");
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
          host,
          UcxEnv.devices(host.usable()));
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
    return judged(taken, absent, host, UcxEnv.devices(host.usable()));
  }

  /** UCX ends at a device that opens and has no GID (openucx/ucx#11820, smg-project/smg#2520). */
  private static Judgement ucxAll(JobHost host) {
    List<String> others =
        host.active().stream()
            .filter(port -> !port.isUsable())
            .map(port -> port.device() + " " + port.obstacle())
            .toList();
    return others.isEmpty()
        ? Judgement.ok("UCX takes all devices that reach the peer")
        : Judgement.unknown("UCX takes all devices, and " + String.join("; ", others));
  }

  /**
   * Ports that are taken against those that are there and usable.
   *
   * @param all how all usable ports are written; empty where a part of them is enough
   */
  private static Judgement judged(
      List<JobPort> taken, List<String> absent, JobHost host, String all) {
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
    return missing.isEmpty() || all.isEmpty() || taken.size() == NcclEnv.MOST_PORTS
        ? Judgement.ok("takes " + String.join(", ", taken.stream().map(JobPort::hca).toList()))
        : Judgement.finding(
            "leaves out " + String.join(", ", missing) + ", which could be used",
            "take all usable ports: '" + all + "'");
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
