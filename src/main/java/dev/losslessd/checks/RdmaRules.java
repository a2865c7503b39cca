package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.model.Nic;
import dev.losslessd.transport.TransportException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What user space needs for RDMA: devices, modules and the namespace. */
final class RdmaRules {
  private static final String SOURCE = "Linux Documentation/infiniband/user_verbs.rst";

  private static final String NETNS_MODE = "sys/module/ib_core/parameters/netns_mode";

  /**
   * RDMA module of each netdev driver whose NICs can do RoCE. No i40e: of its NICs the X722 alone
   * has RDMA, and that is iWARP.
   */
  private static final Map<String, String> OF_DRIVER =
      Map.of(
          "mlx5_core", "mlx5_ib",
          "mlx4_en", "mlx4_ib",
          "mlx4_core", "mlx4_ib",
          "bnxt_en", "bnxt_re",
          "ice", "irdma",
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
    Set<String> hcas = new TreeSet<>(facts.ports().stream().map(Nic::rdmaDevice).toList());
    Map<String, String> closed = Uverbs.closed(facts.files(), hcas);
    List<String> wrong = new ArrayList<>();
    closed.forEach((hca, why) -> wrong.add(hca + ": " + why));
    Uverbs.whyClosed(facts.files(), "rdma_cm").ifPresent(wrong::add);
    if (!wrong.isEmpty()) {
      return new Not(
          String.join(", ", wrong),
          "/dev/infiniband/uverbsN of each HCA and rdma_cm, open for reading and writing",
          "on a host 'modprobe ib_uverbs rdma_ucm'; in a pod ask a device plug-in for them, in"
              + " docker --device /dev/infiniband/uverbsN",
          SOURCE);
    }
    return provided(facts, hcas);
  }

  /** A kernel driver is of no use to a library whose provider is missing or of another ABI. */
  private static Answer provided(HostFacts facts, Set<String> hcas) {
    String open = hcas.size() + (hcas.size() == 1 ? " HCA and" : " HCAs and") + " rdma_cm are open";
    Optional<VerbsDevices> library;
    try {
      library = facts.verbs().devices();
    } catch (TransportException e) {
      return new Unknown(open + ", and the library of verbs gives no answer: " + e.getMessage());
    }
    if (library.isEmpty()) {
      return new Ok(open + "; ibv_devinfo is not here to try the library of verbs");
    }
    List<String> without =
        hcas.stream().filter(hca -> !library.get().names().contains(hca)).toList();
    return without.isEmpty()
        ? new Ok(open + ", and libibverbs has a provider for each")
        : new Not(
            "libibverbs does not have %s: %s"
                .formatted(String.join(", ", without), library.get().why(without.getFirst())),
            "a provider in libibverbs for each HCA",
            "install the rdma-core (or the vendor's user space) that fits the kernel's driver, in"
                + " the image where the job runs",
            "rdma-core libibverbs/init.c, match_driver and try_driver; ibv_devinfo(1)");
  }

  /** What is built into the kernel has a class in sysfs, but maybe no folder among modules. */
  static Answer modules(HostFacts facts) {
    List<String> loaded = facts.list("sys/module");
    if (loaded.isEmpty()) {
      return new Unknown("/sys/module is not seen here");
    }
    List<String> missing = new ArrayList<>();
    if (!loaded.contains("ib_uverbs") && !Uverbs.isLoaded(facts.files())) {
      missing.add("ib_uverbs");
    }
    if (!loaded.contains("rdma_ucm") && !facts.files().exists("sys/class/misc/rdma_cm")) {
      missing.add("rdma_ucm");
    }
    missing.addAll(unbound(facts));
    return missing.isEmpty()
        ? bare(facts)
        : new Not(
            String.join(", ", missing) + (missing.size() == 1 ? " is" : " are") + " not loaded",
            "ib_uverbs, rdma_ucm and the RDMA module of each NIC",
            "modprobe " + String.join(" ", missing) + "; for good in /etc/modules-load.d",
            SOURCE);
  }

  /** A loaded module gives each function a device, but where it failed or is switched off. */
  private static Answer bare(HostFacts facts) {
    List<String> bare =
        facts.callerPorts().nics().stream()
            .filter(nic -> isBare(nic, facts))
            .map(nic -> nic.port().name())
            .toList();
    return bare.isEmpty()
        ? new Ok("ib_uverbs, rdma_ucm and those of the NICs")
        : new Not(
            String.join(", ", bare) + ": no RDMA device, and a port like it has one",
            "an RDMA device on each like port",
            "look at dmesg for its driver, and at 'devlink dev param show' for enable_rdma and"
                + " enable_roce; what is meant so is left out with nics.exclude",
            SOURCE);
  }

  /** In exclusive mode a device may be in another network namespace than its netdev. */
  private static boolean isBare(Nic nic, HostFacts facts) {
    return nic.rdmaDevice().isEmpty()
        && nic.role() == Nic.Role.PHYSICAL
        && nic.rateMbps() > 0
        && facts.functions().noneMatch(nic.pciAddress()::equals)
        && facts.text(NETNS_MODE).filter("Y"::equals).isPresent()
        && facts.ports().stream()
            .anyMatch(like ->
                like.role() == Nic.Role.PHYSICAL
                    && like.rateMbps() <= nic.rateMbps()
                    && module(nic).equals(module(like))
                    && isSameChip(nic, like, new Pci(facts)));
  }

  private static boolean isSameChip(Nic one, Nic other, Pci pci) {
    Optional<PciDevice> chip = pci.device(one.pciAddress());
    return chip.isPresent()
        && pci.device(other.pciAddress())
            .filter(like -> like.vendor().equals(chip.get().vendor()))
            .filter(like -> like.device().equals(chip.get().device()))
            .isPresent();
  }

  /**
   * RDMA modules that a NIC here lacks. A host has NICs that nobody uses for RDMA, and whose module
   * people keep out: they count where the config or --port names them, and where there is no RoCE
   * port at all, then the fastest alone, if no network of another kind is faster.
   */
  private static Set<String> unbound(HostFacts facts) {
    List<Nic> bound =
        facts.callerPorts().nics().stream().filter(nic -> !nic.rdmaDevice().isEmpty()).toList();
    List<Nic> lacking =
        facts.callerPorts().nics().stream()
            .filter(nic -> !module(nic).isEmpty() && !isLoaded(facts, module(nic)))
            .filter(nic -> nic.rdmaDevice().isEmpty() && nic.role() != Nic.Role.VIRTUAL_FUNCTION)
            .filter(nic -> bound.stream().noneMatch(other -> module(other).equals(module(nic))))
            .toList();
    long fastest =
        Stream.concat(lacking.stream(), bound.stream()).mapToLong(Nic::rateMbps).max().orElse(0);
    Set<String> modules = new TreeSet<>();
    for (Nic nic : lacking) {
      boolean only = facts.ports().isEmpty() && nic.rateMbps() == fastest;
      if (only || facts.asker().wanted().test(nic)) {
        modules.add(module(nic));
      }
    }
    return modules;
  }

  /** The module that gives it RDMA; empty where none is known. */
  private static String module(Nic nic) {
    return OF_DRIVER.getOrDefault(nic.kernelDriver(), "");
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
    Optional<String> shared = facts.text(NETNS_MODE);
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
