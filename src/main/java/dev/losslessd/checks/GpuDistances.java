package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import java.util.LinkedHashMap;
import java.util.Map;

/** NICs of a host by RDMA device, as far as they are on PCI. */
final class GpuDistances {
  private GpuDistances() {}

  static Map<String, PciDevice> nics(HostFacts facts) {
    Pci pci = new Pci(facts);
    Map<String, PciDevice> nics = new LinkedHashMap<>();
    for (Nic nic : facts.ports()) {
      if (!nic.pciAddress().isEmpty()) {
        pci.device(nic.pciAddress()).ifPresent(device -> nics.put(nic.rdmaDevice(), device));
      }
    }
    return nics;
  }
}
