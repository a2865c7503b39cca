package dev.losslessd.checks;

import dev.losslessd.checks.Answer.Not;
import dev.losslessd.checks.Answer.Ok;
import dev.losslessd.checks.Answer.Unknown;
import dev.losslessd.model.Nic;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The PCIe link of a NIC: against what both ends of it can, and against the port's rate. */
final class PcieRules {
  private static final String LINK_SOURCE =
      "Linux Documentation/ABI/testing/sysfs-bus-pci: current_link_* and max_link_*";
  private static final String RATE_SOURCE =
      "Linux drivers/pci/pci.h, PCIE_SPEED2MBS_ENC; headers of packets take some 10 % more";

  private static final String ON_BOARD =
      "the controller is on the board: update the firmware of the system (BIOS, 'fwupdmgr update'),"
          + " then take its power away for a minute; AER errors in dmesg; ask its maker if lanes"
          + " are still missing";

  private PcieRules() {}

  static Answer link(Nic nic, HostFacts facts) {
    if (nic.pciAddress().isEmpty()) {
      return new Unknown("the port is on no PCI function that is seen here");
    }
    Pci pci = new Pci(facts);
    Optional<PcieLink> now = pci.current(nic.pciAddress());
    Optional<PcieLink> most = pci.most(nic.pciAddress());
    if (now.isEmpty() || most.isEmpty()) {
      return new Unknown("sysfs tells no PCIe link of " + nic.pciAddress());
    }
    Optional<PcieLink> slot =
        pci.device(nic.pciAddress()).flatMap(PciDevice::bridge).flatMap(pci::most);
    if (!now.get().isBelow(most.get())) {
      return new Ok(now.get().toString());
    }
    PcieLink best = slot.map(most.get()::least).orElse(most.get());
    return now.get().isBelow(best)
        ? below(now.get(), best, pci)
        : inSmallSlot(now.get(), most.get());
  }

  private static Answer below(PcieLink now, PcieLink best, Pci pci) {
    return new Not(
        now.toString(),
        best.toString(),
        isOnBoard(pci)
            ? ON_BOARD
            : "reseat the NIC, look at riser and BIOS (bifurcation, link speed); AER errors in"
                + " dmesg",
        LINK_SOURCE);
  }

  /** A GB10 has no slot: its ConnectX-7 is soldered (DGX Spark user guide, hardware overview). */
  private static boolean isOnBoard(Pci pci) {
    return pci.gpus().stream().anyMatch(gpu -> gpu.device().equals(GpuRules.GB10));
  }

  /** Nothing is broken, and pcie-bandwidth tells whether it is enough. */
  private static Answer inSmallSlot(PcieLink now, PcieLink nic) {
    return new Ok(now + ", all that its slot can; the NIC can " + nic);
  }

  static Answer bandwidth(Nic nic, HostFacts facts) {
    Pci pci = new Pci(facts);
    Optional<PcieLink> link =
        Optional.of(nic.pciAddress()).filter(one -> !one.isEmpty()).flatMap(pci::current);
    if (link.isEmpty()) {
      return new Unknown("sysfs tells no PCIe link of the port");
    }
    if (nic.rateMbps() == 0) {
      return new Unknown("the rate of the port is not told");
    }
    long own = link.get().mbps();
    String value = PortRules.gigabits(own / 1000 * 1000) + " (" + link.get() + ")";
    String needed = PortRules.gigabits(nic.rateMbps());
    if (own >= nic.rateMbps()) {
      return new Ok(value + " for " + needed);
    }
    List<Nic> cage = sharers(nic, facts);
    long together = own + cage.stream().mapToLong(one -> mbps(pci, one)).sum();
    if (together >= nic.rateMbps()) {
      return new Ok(value + ", and with " + names(cage) + " of the same cage enough for " + needed);
    }
    long share = nic.rateMbps() / (cage.size() + 1);
    if (!cage.isEmpty() && own >= share) {
      return new Ok(
          value
              + ", its share of "
              + needed
              + "; lanes are missing at "
              + names(cage.stream().filter(one -> mbps(pci, one) < share).toList()));
    }
    return new Not(
        value,
        "at least %s%s"
            .formatted(PortRules.gigabits(share), cage.isEmpty() ? "" : ", its share of " + needed),
        isOnBoard(pci) ? ON_BOARD : "put the NIC into a slot of more lanes or a newer generation",
        RATE_SOURCE);
  }

  /**
   * Ports that share the cage over PCIe links of their own, as the two functions of each cage of
   * GB10, and NICs for two sockets. They tell the same system image GUID and port name.
   */
  private static List<Nic> sharers(Nic nic, HostFacts facts) {
    Optional<String> cage = cage(nic, facts);
    List<Nic> found = new ArrayList<>();
    for (Nic other : cage.isEmpty() ? List.<Nic>of() : facts.ports()) {
      if (!slot(other).equals(slot(nic)) && cage(other, facts).equals(cage)) {
        found.add(other);
      }
    }
    return found;
  }

  private static Optional<String> cage(Nic nic, HostFacts facts) {
    Optional<String> port = facts.text("sys/class/net/" + nic.port().name() + "/phys_port_name");
    return facts
        .text("sys/class/infiniband/" + nic.rdmaDevice() + "/sys_image_guid")
        .flatMap(guid -> port.map(name -> guid + " " + name));
  }

  /** Functions of one slot share one link. */
  private static String slot(Nic nic) {
    return Pattern.of("\\.\\d$").matcher(nic.pciAddress()).replaceFirst("");
  }

  private static long mbps(Pci pci, Nic nic) {
    return pci.current(nic.pciAddress()).map(PcieLink::mbps).orElse(0L);
  }

  private static String names(List<Nic> nics) {
    return String.join(", ", nics.stream().map(nic -> nic.port().name()).toList());
  }

  /** Functions of this host's ports that are there. */
  static Stream<PciDevice> functions(HostFacts facts) {
    Pci pci = new Pci(facts);
    return facts.functions().map(pci::device).flatMap(Optional::stream);
  }
}
