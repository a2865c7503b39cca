package dev.losslessd.fabric.host;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counters of a NIC's queue pairs by type, as drivers/infiniband/core/counters.c and mlx5 keep
 * them. Those that connect after this is switched on are bound to one set; it is gone with the last
 * of them.
 */
final class BoundPairs {
  /** Counters that mlx5 firmware keeps by set (mlx5_ib_query_q_counters); the others stay at 0. */
  private static final Set<String> COUNTED =
      Set.of(
          "duplicate_request",
          "implied_nak_seq_err",
          "local_ack_timeout_err",
          "out_of_buffer",
          "out_of_sequence",
          "packet_seq_err",
          "rnr_nak_retry_err",
          "rx_atomic_requests",
          "rx_read_requests",
          "rx_write_requests",
          "rdma_rx_bytes",
          "rdma_rx_packets",
          "rdma_tx_bytes",
          "rdma_tx_packets");

  private final FakeNic nic;
  private final Map<String, Long> before = new LinkedHashMap<>();
  private boolean on;
  private boolean bound;

  BoundPairs(FakeNic nic) {
    this.nic = nic;
  }

  boolean on() {
    return on;
  }

  /**
   * @throws IllegalArgumentException where the driver has no counter_bind_qp
   */
  void on(boolean wanted) {
    if (wanted && nic.make() != NicMake.MLX5) {
      throw new IllegalArgumentException("this driver binds no queue pairs to counters");
    }
    on = wanted;
    bound &= wanted;
  }

  /** Takes note of so many queue pairs in place of those that there were. */
  void connected(int pairs, int earlier) {
    if (pairs == 0) {
      bound = false;
    } else if (on && earlier == 0) {
      bound = true;
      before.clear();
      before.putAll(nic.hardwareCounters());
    }
  }

  /** The set's counters; none while no queue pair is bound. */
  Map<String, Long> counters() {
    Map<String, Long> all = bound ? nic.hardwareCounters() : new LinkedHashMap<>();
    all.replaceAll((name, value) ->
        COUNTED.contains(name) ? held(name, value - before.getOrDefault(name, value)) : 0L);
    return all;
  }

  /** Flow counters have 64 bits, those of queue pairs 32. */
  private long held(String name, long value) {
    return name.startsWith("rdma_") ? value : nic.make().held(name, value);
  }
}
