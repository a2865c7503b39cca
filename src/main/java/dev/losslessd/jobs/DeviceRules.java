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
    boolean not = value.startsWith("^");
    String rest = not ? value.substring(1) : value;
    boolean exact = rest.startsWith("=");
    List<String> wanted = list(exact ? rest.substring(1) : rest);
    if (wanted.isEmpty()) {
      return Judgement.finding("names no device", "unset it, or name devices: '=mlx5_0,mlx5_1'");
    }
    if (!host.isKnown()) {
      return exact || not
          ? Judgement.unknown("this host's devices are not known")
          : Judgement.unknown(
              "a prefix: '"
                  + wanted.getFirst()
                  + "' also takes longer names, '=' in front does not");
    }
    Set<String> taken = new LinkedHashSet<>();
    List<String> absent = new ArrayList<>();
    for (String one : wanted) {
      List<String> matches = matches(one, exact, host);
      taken.addAll(matches);
      if (matches.isEmpty()) {
        absent.add(one);
      }
    }
    if (not) {
      Set<String> all = new LinkedHashSet<>(devices(host));
      all.removeAll(taken);
      return judged(all, List.of(), host);
    }
    List<String> more = more(wanted, taken);
    if (!exact && !more.isEmpty()) {
      return Judgement.finding(
          "a prefix that also takes " + String.join(", ", more),
          "put '=' in front: '" + NcclEnv.hcas(host.usable()) + "'");
    }
    return judged(taken, absent, host);
  }

  /** {@code UCX_NET_DEVICES}: {@code all}, or names with ports. */
  static Judgement ucxDevices(String value, JobHost host) {
    if (value.equals("all")) {
      return Judgement.ok("UCX takes all devices that reach the peer");
    }
    List<String> wanted = list(value);
    if (!host.isKnown()) {
      return Judgement.unknown("this host's devices are not known");
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
    List<String> absent = rdma.stream().filter(one -> host.byDevice(name(one)).isEmpty()).toList();
    Set<String> taken = new LinkedHashSet<>();
    rdma.forEach(one -> taken.add(name(one)));
    taken.removeIf(one -> host.byDevice(one).isEmpty());
    return judged(taken, absent, host);
  }

  /** Devices that are taken against those that are there and usable. */
  private static Judgement judged(Set<String> taken, List<String> absent, JobHost host) {
    if (!absent.isEmpty()) {
      return Judgement.finding(
          "not on this host: " + String.join(", ", absent),
          "devices here: " + String.join(", ", devices(host)));
    }
    for (String one : taken) {
      String obstacle = host.byDevice(one).map(JobPort::obstacle).orElse("");
      if (!obstacle.isEmpty()) {
        return Judgement.finding(one + ": " + obstacle, "leave " + one + " out, or repair it");
      }
    }
    List<String> missing =
        host.usable().stream().map(JobPort::hca).filter(one -> !taken.contains(one)).toList();
    return missing.isEmpty()
        ? Judgement.ok("takes " + String.join(", ", taken))
        : Judgement.finding(
            "leaves out " + String.join(", ", missing) + ", which could be used",
            "take all usable ports: '" + NcclEnv.hcas(host.usable()) + "'");
  }

  private static List<String> matches(String wanted, boolean exact, JobHost host) {
    String name = name(wanted);
    return devices(host).stream()
        .filter(device -> exact ? device.equals(name) : device.startsWith(name))
        .toList();
  }

  /** Devices that a prefix takes beside one that is named so: mlx5_1 takes mlx5_10. */
  private static List<String> more(List<String> wanted, Set<String> taken) {
    Set<String> names = new LinkedHashSet<>();
    wanted.forEach(one -> names.add(name(one)));
    return taken.stream()
        .filter(device -> !names.contains(device))
        .filter(
            device -> names.stream().anyMatch(one -> device.startsWith(one) && taken.contains(one)))
        .toList();
  }

  private static List<String> devices(JobHost host) {
    return host.ports().stream()
        .map(JobPort::hca)
        .filter(hca -> !hca.isEmpty())
        .distinct()
        .toList();
  }

  private static String name(String device) {
    int port = device.indexOf(':');
    return port < 0 ? device : device.substring(0, port);
  }

  private static List<String> list(String value) {
    return Arrays.stream(value.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }
}
