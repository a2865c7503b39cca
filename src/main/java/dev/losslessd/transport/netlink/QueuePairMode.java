package dev.losslessd.transport.netlink;

/**
 * How the kernel gives counters of their own to the queue pairs of a port: {@code rdma statistic qp
 * set link mlx5_0/1 auto type on}. Off in a kernel that nobody told otherwise.
 *
 * @param byType one set of counters for all queue pairs of a type; where automatic
 * @param byProcess one set for those of a process; where automatic
 */
public record QueuePairMode(Binding binding, boolean byType, boolean byProcess) {
  /** Who binds queue pairs to counters; the constants of enum rdma_nl_counter_mode. */
  public enum Binding {
    NONE,
    AUTO,
    MANUAL
  }

  /** Whether sets can be added up to one for each type of queue pair. */
  public boolean isOfTypesAlone() {
    return binding == Binding.AUTO && byType && !byProcess;
  }
}
