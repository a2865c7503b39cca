package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.model.Nic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What isolates PCI functions from each other, and costs GPUDirect its way or NICs their speed. */
final class IsolationRules {
  private static final String CLOSED =
      "the kernel gives configuration space beyond 64 bytes to CAP_SYS_ADMIN alone: ask as root";
  private static final String ACS_SOURCE =
      "NVIDIA NCCL user guide, troubleshooting, PCI Access Control Services";

  private IsolationRules() {}

  /** Ports of switches above GPUs and NICs; without both behind one there is no way to redirect. */
  static Answer acs(HostFacts facts) {
    Pci pci = new Pci(facts);
    if (!pci.isKnown()) {
      return new Unknown("/sys/bus/pci is not seen here");
    }
    TreeSet<String> shared = switches(PcieRules.functions(facts));
    shared.retainAll(switches(pci.gpus().stream()));
    if (shared.isEmpty()) {
      return new Ok("no PCIe switch has both a GPU and a NIC below it");
    }
    TreeSet<String> bridges = new TreeSet<>();
    Stream.concat(PcieRules.functions(facts), pci.gpus().stream())
        .filter(one -> one.switches().stream().anyMatch(shared::contains))
        .forEach(one -> bridges.addAll(one.switches()));
    return redirecting(facts, pci, bridges);
  }

  private static TreeSet<String> switches(Stream<PciDevice> devices) {
    TreeSet<String> all = new TreeSet<>();
    devices.forEach(one -> all.addAll(one.switches()));
    return all;
  }

  private static Answer redirecting(HostFacts facts, Pci pci, TreeSet<String> bridges) {
    List<String> redirecting = new ArrayList<>();
    for (String bridge : bridges) {
      Optional<ConfigSpace> config = pci.config(bridge);
      if (config.filter(ConfigSpace::isWhole).isEmpty()) {
        return new Unknown(config.isEmpty() ? "no configuration space of " + bridge : CLOSED);
      }
      OptionalInt control = config.get().control(ConfigSpace.ACS);
      if (control.isPresent() && redirects(control.getAsInt(), facts, pci)) {
        redirecting.add(bridge);
      }
    }
    return redirecting.isEmpty()
        ? new Ok("no redirect at " + bridges.size() + " ports of PCIe switches")
        : new Not(
            "redirect at " + String.join(", ", redirecting),
            "no P2P redirect at PCIe switches between GPUs and NICs",
            "on bare metal turn ACS off: in the BIOS, or 'setpci -s BRIDGE ECAP_ACS+0x6.w=0000'"
                + " after each boot; in a guest keep ACS and turn on ATS of the NIC",
            ACS_SOURCE);
  }

  /** With ATS at the NIC, translated requests go straight on where the bridge permits it. */
  private static boolean redirects(int control, HostFacts facts, Pci pci) {
    boolean direct =
        (control & ConfigSpace.ACS_DIRECT_TRANSLATED) != 0
            && facts.functions().allMatch(nic -> hasAts(pci, nic));
    return (control & ConfigSpace.ACS_REDIRECT) != 0 && !direct;
  }

  private static boolean hasAts(Pci pci, String address) {
    return pci.config(address)
        .map(config -> config.control(ConfigSpace.ATS))
        .filter(control -> (control.orElse(0) & ConfigSpace.ATS_ENABLE) != 0)
        .isPresent();
  }

  static Answer iommu(Nic nic, HostFacts facts) {
    return switch (translation(nic, facts)) {
      case NONE -> new Ok("no IOMMU is in use");
      case IDENTITY -> new Ok("identity: addresses pass through");
      case ON ->
          new Not(
              new Pci(facts).iommuType(nic.pciAddress()).orElse("") + ": each access is translated",
              "identity, or no IOMMU",
              "iommu=pt on the kernel's command line (arm64: iommu.passthrough=1), or ATS at the"
                  + " NIC",
              "Linux Documentation/ABI/testing/sysfs-kernel-iommu_groups and"
                  + " admin-guide/kernel-parameters.txt");
      case UNKNOWN -> new Unknown("neither an IOMMU group nor the absence of IOMMUs is seen here");
    };
  }

  static Answer ats(Nic nic, HostFacts facts) {
    return switch (translation(nic, facts)) {
      case NONE, IDENTITY -> new Ok("not needed: nothing is translated");
      case UNKNOWN -> new Unknown("whether an IOMMU translates is not known");
      case ON -> ats(nic.pciAddress(), new Pci(facts));
    };
  }

  private static Answer ats(String address, Pci pci) {
    Optional<ConfigSpace> config = pci.config(address);
    if (config.isEmpty()) {
      return new Unknown("no configuration space of " + address);
    }
    return config.get().isWhole()
        ? judged(config.get().control(ConfigSpace.ATS))
        : new Unknown(CLOSED);
  }

  private static Answer judged(OptionalInt control) {
    if (control.isPresent() && (control.getAsInt() & ConfigSpace.ATS_ENABLE) != 0) {
      return new Ok("enabled");
    }
    return new Not(
        control.isPresent() ? "disabled" : "the NIC has none",
        "enabled, as the IOMMU translates",
        "mlxconfig ATS_ENABLED=true and a reboot, or iommu=pt",
        "Hostping, NSDI 2023, section 5: ATS off; NVIDIA NCCL user guide, virtual machines");
  }

  private enum Translation {
    NONE,
    IDENTITY,
    ON,
    UNKNOWN
  }

  /** A function without a group is translated by none where the kernel has groups to show. */
  private static Translation translation(Nic nic, HostFacts facts) {
    if (nic.pciAddress().isEmpty() || !facts.files().exists("sys/bus/pci/devices")) {
      return Translation.UNKNOWN;
    }
    Optional<String> type = new Pci(facts).iommuType(nic.pciAddress());
    if (type.isPresent()) {
      return type.get().equals("identity") ? Translation.IDENTITY : Translation.ON;
    }
    boolean shown = facts.files().isFolder("sys/class/iommu");
    return shown && facts.list("sys/class/iommu").isEmpty()
        ? Translation.NONE
        : Translation.UNKNOWN;
  }
}
