package dev.losslessd.jobs;

import java.util.Set;

/**
 * Names by which a GB10 (DGX Spark and others of its design) is recognised: one ConnectX-7 at bus 1
 * of PCI domains 0 and 2, named by rdma-core after its places, and a wired port at bus 7 of domain
 * 7.
 */
final class SparkNames {
  private static final Set<String> FIRST = Set.of("rocep1s0f0", "rocep1s0f1");
  private static final Set<String> SECOND = Set.of("roceP2p1s0f0", "roceP2p1s0f1");
  private static final String WIRED = "enP7s7";

  private SparkNames() {}

  /**
   * Whether a host has only these devices, on both places or beside the wired port.
   *
   * @param hcas RDMA devices that NCCL uses there
   * @param netdevs that NCCL uses there, as far as they are known
   */
  static boolean fits(Set<String> hcas, Set<String> netdevs) {
    boolean first = hcas.stream().map(HcaName::base).anyMatch(FIRST::contains);
    boolean second = hcas.stream().map(HcaName::base).anyMatch(SECOND::contains);
    boolean others =
        hcas.stream()
            .map(HcaName::base)
            .anyMatch(hca -> !FIRST.contains(hca) && !SECOND.contains(hca));
    return !others && ((first && second) || netdevs.contains(WIRED));
  }
}
