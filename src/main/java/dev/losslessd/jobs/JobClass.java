package dev.losslessd.jobs;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.Priority;

/**
 * The lossless class that jobs send in.
 *
 * @param name of the policy: {@code roce}
 */
public record JobClass(String name, Priority priority, Dscp dscp) {
  /** ECT(0), the lower two bits of a ToS byte: packets may be marked instead of dropped. */
  private static final int ECT0 = 2;

  /** ToS byte for NCCL_IB_TC and UCX_IB_TRAFFIC_CLASS: 106 for DSCP 26. */
  public int trafficClass() {
    return dscp.value() << 2 | ECT0;
  }

  /** {@code class roce: DSCP 26, priority 3}. */
  String text() {
    return "class " + name + ": DSCP " + dscp.value() + ", priority " + priority.value();
  }
}
