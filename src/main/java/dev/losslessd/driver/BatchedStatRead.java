package dev.losslessd.driver;

import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.netlink.RdmaStats;
import java.util.Arrays;

/**
 * Asks RDMA netlink for the fast counters of many ports in one exchange. For one thread, a platform
 * thread, which it may hold up for as long as the slowest of them takes.
 */
public final class BatchedStatRead implements AutoCloseable {
  private final RdmaClient rdma;
  private RdmaStats[] asked = new RdmaStats[8];

  /**
   * @param rdma closed with this
   */
  public BatchedStatRead(RdmaClient rdma) {
    this.rdma = rdma;
  }

  /** Each of the first {@code size} of them then takes its own answer. */
  public void ask(FastReader[] readers, int size) {
    if (asked.length < size) {
      asked = Arrays.copyOf(asked, size);
    }
    int count = 0;
    for (int n = 0; n < size; n++) {
      var stats = readers[n].stats();
      if (stats.isPresent()) {
        asked[count++] = stats.get();
      }
    }
    if (count > 0) {
      rdma.volley().read(asked, count);
    }
  }

  @Override
  public void close() {
    rdma.close();
  }
}
