package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.PortId;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Supplier;

/** Tells that a part of the policy's mark is not wanted yet, as its kernel module is not loaded. */
public record UnsetMarks(String host, Supplier<SortedSet<PortId>> without) {
  /**
   * @param without RDMA ports of this host that the policy marks, and that rdma_cm does not know
   */
  public UnsetMarks {}

  /** One finding, whatever the number of ports. */
  public List<Finding> findings(Instant now) {
    SortedSet<PortId> ports = without.get();
    if (ports.isEmpty()) {
      return List.of();
    }
    String names = String.join(", ", ports.stream().map(PortId::name).toList());
    return List.of(
        new Finding(
            "policy-unset",
            Finding.Severity.INFO,
            host,
            "policy.classes wants a mark, and rdma_cm is not loaded or configfs is not mounted:"
                + " roce-tos of "
                + names
                + " is left out until it is, the rest of the policy is not",
            "modprobe rdma_cm, for good in /etc/modules-load.d; where no job uses rdma_cm nothing"
                + " is missing",
            now));
  }
}
