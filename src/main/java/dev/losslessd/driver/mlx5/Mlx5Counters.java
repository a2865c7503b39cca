package dev.losslessd.driver.mlx5;

import dev.losslessd.driver.CounterSources;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.PortSweeper;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counters of mlx5 by meaning. Names and widths: Linux drivers/infiniband/hw/mlx5/counters.c and
 * drivers/net/ethernet/mellanox/mlx5/core/en_stats.c. Queue counters are 32 bits wide and wrap.
 */
final class Mlx5Counters {
  private static final Pattern PRIORITY = Pattern.compile("(rx|tx)_prio([0-7])_([a-z_]+)");

  /** Of {@code ports/N/hw_counters}; lifespan is none, and not here. */
  private static final List<Counter> HARDWARE =
      List.of(
          Counter.of(Signal.ECN_CE_PACKETS, "np_ecn_marked_roce_packets", 64),
          Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64),
          Counter.of(Signal.CNP_HANDLED, "rp_cnp_handled", 64),
          Counter.of(Signal.CNP_IGNORED, "rp_cnp_ignored", 64),
          Counter.of(Signal.OUT_OF_SEQUENCE, "out_of_sequence", 32),
          Counter.of(Signal.PACKET_SEQUENCE_ERRORS, "packet_seq_err", 32),
          Counter.of(Signal.IMPLIED_NAK_SEQUENCE_ERRORS, "implied_nak_seq_err", 32),
          Counter.of(Signal.ACK_TIMEOUTS, "local_ack_timeout_err", 32),
          Counter.of(Signal.DUPLICATE_REQUESTS, "duplicate_request", 32),
          Counter.of(Signal.RNR_NAKS, "rnr_nak_retry_err", 32),
          Counter.of(Signal.OUT_OF_BUFFER, "out_of_buffer", 32),
          Counter.of(Signal.RETRIES_EXCEEDED, "req_transport_retries_exceeded", 32),
          Counter.of(Signal.RDMA_CHECKSUM_ERRORS, "rx_icrc_encapsulated", 64),
          Counter.of(Signal.ADAPTIVE_RETRANSMITS, "roce_adp_retrans", 32),
          Counter.of(Signal.ADAPTIVE_RETRANSMIT_TIMEOUTS, "roce_adp_retrans_to", 32));

  /** Of {@code ports/N/counters}: on mlx5 RDMA of this function; data in words of 4 bytes. */
  private static final List<Counter> PORT =
      List.of(
          new Counter(Signal.RDMA_BYTES, Direction.RX, null, "port_rcv_data", 64, 4),
          new Counter(Signal.RDMA_BYTES, Direction.TX, null, "port_xmit_data", 64, 4),
          Counter.of(Signal.RDMA_PACKETS, Direction.RX, "port_rcv_packets", 64),
          Counter.of(Signal.RDMA_PACKETS, Direction.TX, "port_xmit_packets", 64));

  private static final Map<String, Counter> PLAIN = new HashMap<>();

  static {
    both(Signal.GLOBAL_PAUSE_FRAMES, "global_pause");
    both(Signal.GLOBAL_PAUSE_TIME, "global_pause_duration");
    both(Signal.PORT_PACKETS, "packets_phy");
    both(Signal.PORT_BYTES, "bytes_phy");
    both(Signal.PORT_DISCARDS, "discards_phy");
    both(Signal.RDMA_PACKETS, "vport_rdma_unicast_packets");
    both(Signal.RDMA_BYTES, "vport_rdma_unicast_bytes");
    plain(Counter.of(Signal.PORT_ERRORS, Direction.RX, "rx_crc_errors_phy", 64));
    plain(Counter.of(Signal.PORT_ERRORS, Direction.TX, "tx_errors_phy", 64));
    plain(Counter.of(Signal.PAUSE_STORM_WARNINGS, "tx_pause_storm_warning_events", 64));
    plain(Counter.of(Signal.PAUSE_STORM_ERRORS, "tx_pause_storm_error_events", 64));
    // the NIC reads from the host what it sends, and writes what it receives
    plain(
        Counter.of(
            Signal.PCIE_STALLED_SECONDS, Direction.TX, "outbound_pci_stalled_rd_events", 64));
    plain(
        Counter.of(
            Signal.PCIE_STALLED_SECONDS, Direction.RX, "outbound_pci_stalled_wr_events", 64));
    plain(Counter.of(Signal.LINK_DOWN, "link_down_events_phy", 64));
  }

  private Mlx5Counters() {}

  private static void both(Signal signal, String name) {
    plain(Counter.of(signal, Direction.RX, "rx_" + name, 64));
    plain(Counter.of(signal, Direction.TX, "tx_" + name, 64));
  }

  private static void plain(Counter counter) {
    PLAIN.put(counter.rawName(), counter);
  }

  /** The meaning of an ethtool statistic. */
  static Optional<Counter> ofStatistic(String name) {
    Counter plain = PLAIN.get(name);
    if (plain != null) {
      return Optional.of(plain);
    }
    Matcher match = PRIORITY.matcher(name);
    return match.matches() ? ofPriority(match) : Optional.empty();
  }

  private static Optional<Counter> ofPriority(Matcher match) {
    Direction direction = match.group(1).equals("rx") ? Direction.RX : Direction.TX;
    Priority priority = Priority.of(Integer.parseInt(match.group(2)));
    Optional<Signal> signal =
        switch (match.group(3)) {
          case "pause" -> Optional.of(Signal.PFC_PAUSE_FRAMES);
          case "pause_duration" -> Optional.of(Signal.PFC_PAUSE_TIME);
          case "pause_transition" -> Optional.of(Signal.PFC_PAUSE_TRANSITIONS);
          case "packets" -> Optional.of(Signal.PRIORITY_PACKETS);
          case "bytes" -> Optional.of(Signal.PRIORITY_BYTES);
          case "discards" -> Optional.of(Signal.PRIORITY_DISCARDS);
          case "marked" -> Optional.of(Signal.PRIORITY_MARKED);
          default -> Optional.empty();
        };
    return signal.map(s -> Counter.of(s, direction, priority, match.group(), 64));
  }

  static PortSweeper sweeper(Nic nic, HostAccess access) {
    CounterSources sources = new CounterSources(nic, access);
    sources
        .rdmaPort()
        .ifPresent(port -> {
          sources.take(HARDWARE, port + "/hw_counters");
          sources.take(PORT, port + "/counters");
          sources.takeOthers(port + "/hw_counters", 32); // q counters, all that are left
          sources.takeOthers(port + "/counters", 64); // those that are narrower stop at their end
        });
    sources.takeNetdevNames();
    return sources.sweeper(Mlx5Counters::ofStatistic);
  }
}
