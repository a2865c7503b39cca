package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.model.Nic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What user space needs for RDMA: devices, modules and the namespace. */
final class RdmaRules {
  private static final String VERBS = "sys/class/infiniband_verbs";
  private static final String SOURCE = "Linux Documentation/infiniband/user_verbs.rst";

  /** RDMA module of each netdev driver. */
  private static final Map<String, String> OF_DRIVER =
      Map.of(
          "mlx5_core", "mlx5_ib",
          "mlx4_en", "mlx4_ib",
          "mlx4_core", "mlx4_ib",
          "bnxt_en", "bnxt_re",
          "ice", "irdma",
          "i40e", "irdma",
          "ionic", "ionic_rdma",
          "hns3", "hns_roce_hw_v2",
          "qede", "qedr");

  private RdmaRules() {}

  /** The uverbs device of each HCA, and that of the connection manager. */
  static Answer devices(HostFacts facts) {
    if (!facts.asker().isJob()) {
      return new Unknown(Asker.NOT_HERE);
    }
    if (facts.ports().isEmpty()) {
      return new Unknown("no RDMA port is seen here");
    }
    List<String> wrong = new ArrayList<>();
    Map<String, String> uverbs = uverbs(facts);
    for (String hca : new TreeSet<>(facts.ports().stream().map(Nic::rdmaDevice).toList())) {
      if (uverbs.containsKey(hca)) {
        closed(facts, uverbs.get(hca)).ifPresent(wrong::add);
      } else {
        wrong.add("none for " + hca);
      }
    }
    closed(facts, "rdma_cm").ifPresent(wrong::add);
    return wrong.isEmpty()
        ? new Ok(uverbs.size() + " uverbs devices and rdma_cm are open")
        : new Not(
            String.join(", ", wrong),
            "/dev/infiniband/uverbsN of each HCA and rdma_cm, open for reading and writing",
            "on a host 'modprobe ib_uverbs rdma_ucm'; in a pod ask a device plug-in for them",
            SOURCE);
  }

  /** uverbs device by HCA. */
  private static Map<String, String> uverbs(HostFacts facts) {
    Map<String, String> found = new LinkedHashMap<>();
    for (String name : facts.list(VERBS)) {
      facts.text(VERBS + "/" + name + "/ibdev").ifPresent(hca -> found.put(hca, name));
    }
    return found;
  }

  private static Optional<String> closed(HostFacts facts, String name) {
    String path = "dev/infiniband/" + name;
    if (!facts.files().exists(path)) {
      return Optional.of(name + " is not there");
    }
    return facts.files().isOpen(path) ? Optional.empty() : Optional.of(name + " is closed to you");
  }

  /** What is built into the kernel has a class in sysfs, but maybe no folder among modules. */
  static Answer modules(HostFacts facts) {
    List<String> loaded = facts.list("sys/module");
    if (loaded.isEmpty()) {
      return new Unknown("/sys/module is not seen here");
    }
    List<String> missing = new ArrayList<>();
    if (!loaded.contains("ib_uverbs") && !facts.files().isFolder(VERBS)) {
      missing.add("ib_uverbs");
    }
    if (!loaded.contains("rdma_ucm") && !facts.files().exists("sys/class/misc/rdma_cm")) {
      missing.add("rdma_ucm");
    }
    missing.addAll(unbound(facts));
    return missing.isEmpty()
        ? new Ok("ib_uverbs, rdma_ucm and those of the NICs")
        : new Not(
            String.join(", ", missing) + (missing.size() == 1 ? " is" : " are") + " not loaded",
            "ib_uverbs, rdma_ucm and the RDMA module of each NIC",
            "modprobe " + String.join(" ", missing) + "; for good in /etc/modules-load.d",
            SOURCE);
  }

  /** RDMA modules of hardware drivers here of which no NIC has an RDMA device. */
  private static List<String> unbound(HostFacts facts) {
    TreeSet<String> modules = new TreeSet<>();
    facts
        .nics()
        .forEach(nic -> {
          String module = OF_DRIVER.get(nic.kernelDriver());
          if (module != null && !nic.rdmaDevice().isEmpty()) {
            modules.add(module);
          }
        });
    TreeSet<String> missing = new TreeSet<>();
    facts
        .nics()
        .forEach(nic -> {
          String module = OF_DRIVER.get(nic.kernelDriver());
          if (module != null && !modules.contains(module) && !isLoaded(facts, module)) {
            missing.add(module);
          }
        });
    return List.copyOf(missing);
  }

  private static boolean isLoaded(HostFacts facts, String module) {
    return facts.files().isFolder("sys/module/" + module);
  }

  /**
   * The parameter of ib_core is the mode in force, and not only what it was loaded with: RDMA
   * netlink (nldev_sys_get_doit) and it show one variable, which 'rdma system set netns' writes
   * (rdma_compatdev_set in drivers/infiniband/core/device.c).
   */
  static Answer namespace(HostFacts facts) {
    Optional<String> shared = facts.text("sys/module/ib_core/parameters/netns_mode");
    boolean seen = !facts.list("sys/class/infiniband").isEmpty();
    if (shared.isEmpty()) {
      return new Unknown("ib_core is not loaded here, or does not tell netns_mode");
    }
    if (shared.get().equals("Y")) {
      return new Ok("shared: every network namespace sees all RDMA devices");
    }
    return seen
        ? new Ok("exclusive, and devices are in this network namespace")
        : new Not(
            "exclusive, and no RDMA device is in this network namespace",
            "shared, or a device of its own in each namespace",
            "'rdma dev set DEV netns NAME', or 'rdma system set netns shared' while no other"
                + " namespace exists",
            "rdma-system(8); Linux drivers/infiniband/core/device.c, netns_mode");
  }
}
