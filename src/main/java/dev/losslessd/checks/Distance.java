package dev.losslessd.checks;

import java.util.List;
import java.util.Optional;

/**
 * How far a GPU is from a NIC by PCIe, as {@code nvidia-smi topo -m} names it. NCCL's PATH_PHB
 * covers NODE too: its CPUs are NUMA nodes (src/graph/topo.cc).
 */
enum Distance {
  /** At most one PCIe switch between them. */
  PIX,
  /** Several switches, and no host bridge. */
  PXB,
  /** The host bridge of a CPU. */
  PHB,
  /** Two host bridges of one NUMA node. */
  NODE,
  /** The link between NUMA nodes. */
  SYS;

  /** Empty where NUMA nodes would decide, and are unknown, and in a guest without bridges. */
  static Optional<Distance> between(PciDevice one, PciDevice other, boolean oneNode) {
    int common = common(one.path(), other.path());
    if (common == 0) {
      return acrossBridges(one, other, oneNode);
    }
    if (common == 1) {
      // a function right below the root complex is how a guest shows what was passed through
      return one.bridge().isEmpty() && other.bridge().isEmpty()
          ? Optional.empty()
          : Optional.of(PHB);
    }
    int longest = Math.max(one.path().size(), other.path().size());
    return Optional.of(longest - common <= 2 ? PIX : PXB);
  }

  private static Optional<Distance> acrossBridges(PciDevice one, PciDevice other, boolean oneNode) {
    if (oneNode) {
      return Optional.of(NODE);
    }
    if (one.numaNode().isEmpty() || other.numaNode().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(one.numaNode().equals(other.numaNode()) ? NODE : SYS);
  }

  private static int common(List<String> one, List<String> other) {
    int same = 0;
    while (same < Math.min(one.size(), other.size()) && one.get(same).equals(other.get(same))) {
      same++;
    }
    return same;
  }

  /** As NCCL_NET_GDR_LEVEL takes it. */
  String nccl() {
    return this == NODE ? "PHB" : name();
  }
}
