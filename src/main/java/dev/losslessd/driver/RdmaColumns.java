package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import java.util.List;

/** Columns of a sweep that come by RDMA netlink alone and may come and go. For one reader. */
interface RdmaColumns {
  /**
   * Asks the kernel for their values now.
   *
   * @return whether the columns are others than before
   */
  boolean read();

  List<Counter> counters();

  /** Whether the newest read has this column. */
  boolean has(int index);

  long value(int index);
}
