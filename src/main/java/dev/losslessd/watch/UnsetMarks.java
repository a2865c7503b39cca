package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.PortId;
import java.util.SortedSet;
import java.util.stream.Stream;

/** Tells that a part of the policy's mark is not wanted yet, as its kernel module is not loaded. */
public final class UnsetMarks {
  private UnsetMarks() {}

  /**
   * One finding, whatever the number of ports.
   *
   * @param without RDMA ports of this host that the policy marks, and that rdma_cm does not know
   */
  public static Stream<Finding> findings(String host, SortedSet<PortId> without) {
    if (without.isEmpty()) {
      return Stream.empty();
    }
    String names = String.join(", ", without.stream().map(PortId::name).toList());
    return Stream.of(
        FindingRule.POLICY_UNSET
            .at(
                host,
                ("policy.classes wants a mark, and rdma_cm is not loaded or configfs is not"
                     + " mounted: roce-tos of %s is left out until it is, the rest of the policy is"
                     + " not")
                    .formatted(names))
            .advising(
                "modprobe rdma_cm, for good in /etc/modules-load.d; where no job uses rdma_cm"
                    + " nothing is missing"));
  }
}
