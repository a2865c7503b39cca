package dev.losslessd.checks;

import dev.losslessd.text.Worded;

/** Questions that are asked of a host, in the order in which they are shown. */
public enum HostCheck implements Worded {
  PORT_ACTIVE(true, "the port is ACTIVE"),
  RATE(false, "the port is as fast as its like, or as --rate asks"),
  GID(true, "the port has a RoCE v2 GID with an address"),
  RDMA_MTU(false, "RDMA sends 4096 bytes at a time"),
  PATH_MTU(false, "the switch port takes frames as large as the NIC sends"),
  CONTRACT(true, "both ends of the cable are set for the same fabric"),
  CLASS(false, "what is sent from here is in the lossless class"),
  PCIE_LINK(false, "the PCIe link is as wide and fast as NIC and slot can"),
  PCIE_BANDWIDTH(false, "PCIe carries the port's rate"),
  RDMA_DEVICES(true, "/dev/infiniband is there and open to the caller"),
  MODULES(true, "the kernel modules for RDMA are loaded"),
  RDMA_NAMESPACE(true, "RDMA devices are seen in this network namespace"),
  MEMLOCK(true, "memory may be locked without a limit"),
  GPUDIRECT(false, "NICs can read and write the memory of GPUs"),
  GPU_DISTANCE(false, "each GPU has a NIC that is near enough for GPUDirect"),
  ACS(false, "no PCIe switch sends traffic of GPUs and NICs through the CPU"),
  IOMMU(false, "the IOMMU does not translate what the NIC reads and writes"),
  ATS(false, "the NIC caches translations where the IOMMU makes them"),
  GOVERNOR(false, "CPUs run at full clock"),
  IRQ(false, "interrupts of the NIC go to CPUs of its own NUMA node, and to several"),
  FIRMWARE(false, "like NICs have like firmware, and none that is known to fail");

  private final boolean gates;
  private final String question;

  HostCheck(boolean gates, String question) {
    this.gates = gates;
    this.question = question;
  }

  /** Whether a gate asks it if not told otherwise: without it jobs fail, leave RDMA or drop. */
  public boolean gates() {
    return gates;
  }

  /** What is true where the answer is ok. */
  public String question() {
    return question;
  }
}
