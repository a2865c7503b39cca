package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.PortCounters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counter files of an mlx5 port as kernel 6.12 has them. What the twin does not model stands at 0.
 */
final class CounterNames {
  /** Reads one counter of a port. */
  @FunctionalInterface
  interface Value {
    long of(PortCounters counters);
  }

  /** {@code hw_counters}: what firmware's q counters and congestion counters tell. */
  static final Map<String, Value> HARDWARE = hardware();

  /** Counters of RDMA netlink alone, and only while they are asked for. */
  static final Map<String, Value> OPTIONAL = optional();

  /** {@code counters}: the InfiniBand ones; the data ones count words of four bytes. */
  static final Map<String, Value> PORT = port();

  /** {@code statistics} of the network device, which never see RDMA. */
  static final List<String> NETDEV =
      List.of(
          "collisions",
          "multicast",
          "rx_bytes",
          "rx_compressed",
          "rx_crc_errors",
          "rx_dropped",
          "rx_errors",
          "rx_fifo_errors",
          "rx_frame_errors",
          "rx_length_errors",
          "rx_missed_errors",
          "rx_nohandler",
          "rx_over_errors",
          "rx_packets",
          "tx_aborted_errors",
          "tx_bytes",
          "tx_carrier_errors",
          "tx_compressed",
          "tx_dropped",
          "tx_errors",
          "tx_fifo_errors",
          "tx_heartbeat_errors",
          "tx_packets",
          "tx_window_errors");

  private static final int WORD_BYTES = 4;

  private CounterNames() {}

  private static Map<String, Value> hardware() {
    Map<String, Value> all = new LinkedHashMap<>();
    zeros(all, "rx_write_requests", "rx_read_requests", "rx_atomic_requests", "rx_dct_connect");
    zeros(all, "out_of_buffer", "duplicate_request", "rnr_nak_retry_err", "implied_nak_seq_err");
    zeros(all, "resp_local_length_error", "resp_cqe_error", "req_cqe_error");
    zeros(all, "req_remote_invalid_request", "req_remote_access_errors");
    zeros(all, "resp_remote_access_errors", "resp_cqe_flush_error", "req_cqe_flush_error");
    zeros(all, "req_transport_retries_exceeded", "req_rnr_retries_exceeded");
    zeros(all, "roce_adp_retrans", "roce_adp_retrans_to", "roce_slow_restart");
    zeros(all, "roce_slow_restart_cnps", "roce_slow_restart_trans", "rx_icrc_encapsulated");
    all.put("out_of_sequence", PortCounters::outOfSequence);
    all.put("packet_seq_err", PortCounters::packetSeqErr);
    all.put("local_ack_timeout_err", PortCounters::localAckTimeout);
    all.put("rp_cnp_ignored", PortCounters::cnpIgnored);
    all.put("rp_cnp_handled", PortCounters::cnpHandled);
    all.put("np_ecn_marked_roce_packets", PortCounters::ecnMarked);
    all.put("np_cnp_sent", PortCounters::cnpSent);
    return all;
  }

  private static Map<String, Value> optional() {
    Map<String, Value> all = new LinkedHashMap<>();
    all.put("cc_rx_ce_pkts", PortCounters::ecnMarked);
    all.put("cc_rx_cnp_pkts", c -> c.cnpHandled() + c.cnpIgnored());
    all.put("cc_tx_cnp_pkts", PortCounters::cnpSent);
    // Linux 6.15
    all.put("rdma_tx_packets", PortCounters::txPackets);
    all.put("rdma_tx_bytes", PortCounters::txBytes);
    all.put("rdma_rx_packets", PortCounters::rxPackets);
    all.put("rdma_rx_bytes", PortCounters::rxBytes);
    return all;
  }

  /** Firmware's q counters have 32 bits. */
  private static long wrapped(long value) {
    return value & 0xffff_ffffL;
  }

  /** Wraps a value to the width of its hardware counter: congestion counters have 64 bits. */
  static long held(String name, long value) {
    return name.startsWith("np_") || name.startsWith("rp_") ? value : wrapped(value);
  }

  private static Map<String, Value> port() {
    Map<String, Value> all = new LinkedHashMap<>();
    zeros(all, "VL15_dropped", "excessive_buffer_overrun_errors", "link_error_recovery");
    zeros(all, "local_link_integrity_errors", "multicast_rcv_packets", "multicast_xmit_packets");
    zeros(all, "port_rcv_constraint_errors", "port_rcv_errors", "port_xmit_discards");
    zeros(all, "port_rcv_remote_physical_errors", "port_rcv_switch_relay_errors");
    zeros(all, "port_xmit_constraint_errors", "port_xmit_wait", "symbol_error");
    all.put("link_downed", PortCounters::linkDown);
    all.put("port_rcv_data", c -> c.rxBytes() / WORD_BYTES);
    all.put("port_xmit_data", c -> c.txBytes() / WORD_BYTES);
    all.put("port_rcv_packets", PortCounters::rxPackets);
    all.put("port_xmit_packets", PortCounters::txPackets);
    all.put("unicast_rcv_packets", PortCounters::rxPackets);
    all.put("unicast_xmit_packets", PortCounters::txPackets);
    return all;
  }

  private static void zeros(Map<String, Value> all, String... names) {
    for (String name : names) {
      all.put(name, counters -> 0);
    }
  }
}
