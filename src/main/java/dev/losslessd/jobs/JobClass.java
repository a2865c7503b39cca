package dev.losslessd.jobs;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.Priority;
import dev.losslessd.model.RoceTos;

/**
 * The lossless class that jobs send in.
 *
 * @param name of the policy: {@code roce}
 */
public record JobClass(String name, Priority priority, Dscp dscp) {
  /** ToS byte for NCCL_IB_TC and UCX_IB_TRAFFIC_CLASS: 106 for DSCP 26. */
  public int trafficClass() {
    return RoceTos.of(dscp).tos();
  }

  /** {@code class roce: DSCP 26, priority 3}. */
  String text() {
    return "class " + name + ": DSCP " + dscp.value() + ", priority " + priority.value();
  }
}
