package dev.losslessd.driver.mlx5;

import dev.losslessd.driver.CommonNicCounters;
import dev.losslessd.driver.CounterCatalogue;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Signal;
import dev.losslessd.text.Pattern;

/**
 * Counters of mlx5 by meaning. Names and widths: Linux drivers/infiniband/hw/mlx5/counters.c and
 * drivers/net/ethernet/mellanox/mlx5/core/en_stats.c. Queue counters are 32 bits wide and wrap.
 */
final class Mlx5Counters {
  private static final String PRIO = "(?<way>rx|tx)_prio(?<prio>[0-7])_";

  /** Data of {@code ports/N/counters} is in words. */
  private static final int WORD_BYTES = 4;

  static final CounterCatalogue ALL =
      CommonNicCounters.counters()
          .pastNetdev(32) // q counters, all that are left
          .family(PRIO + "pause", Signal.PFC_PAUSE_FRAMES)
          .family(PRIO + "pause_duration", Signal.PFC_PAUSE_TIME)
          .family(PRIO + "pause_transition", Signal.PFC_PAUSE_TRANSITIONS)
          .family(PRIO + "packets", Signal.PRIORITY_PACKETS)
          .family(PRIO + "bytes", Signal.PRIORITY_BYTES)
          .family(PRIO + "discards", Signal.PRIORITY_DISCARDS)
          .family(PRIO + "marked", Signal.PRIORITY_MARKED)
          .family("(?<way>rx|tx)_global_pause", Signal.GLOBAL_PAUSE_FRAMES)
          .family("(?<way>rx|tx)_global_pause_duration", Signal.GLOBAL_PAUSE_TIME)
          .family("(?<way>rx|tx)_packets_phy", Signal.PORT_PACKETS)
          .family("(?<way>rx|tx)_bytes_phy", Signal.PORT_BYTES)
          .family("(?<way>rx|tx)_discards_phy", Signal.PORT_DISCARDS)
          .family("(?<way>rx|tx)_vport_rdma_unicast_packets", Signal.RDMA_PACKETS)
          .family("(?<way>rx|tx)_vport_rdma_unicast_bytes", Signal.RDMA_BYTES)
          .statistic(Signal.PORT_ERRORS, "rx_crc_errors_phy", "tx_errors_phy")
          .statistic(Signal.PAUSE_STORM_WARNINGS, "tx_pause_storm_warning_events")
          .statistic(Signal.PAUSE_STORM_ERRORS, "tx_pause_storm_error_events")
          // the NIC reads from the host what it sends, and writes what it receives
          .statistic(
              Signal.PCIE_STALLED_SECONDS,
              "outbound_pci_stalled_wr_events",
              "outbound_pci_stalled_rd_events")
          // en/pcie_cong_event.c: inbound is into the device
          .narrow(Signal.PCIE_CONGESTION_STARTS, Direction.TX, "pci_bw_inbound_high")
          .narrow(Signal.PCIE_CONGESTION_STARTS, Direction.RX, "pci_bw_outbound_high")
          .narrow(Signal.PCIE_CONGESTION_ENDS, Direction.TX, "pci_bw_inbound_low")
          .narrow(Signal.PCIE_CONGESTION_ENDS, Direction.RX, "pci_bw_outbound_low")
          .statistic(Signal.LINK_DOWN, "link_down_events_phy")
          .hardware(Signal.ECN_CE_PACKETS, 64, "np_ecn_marked_roce_packets", "cc_rx_ce_pkts")
          .hardware(Signal.CNP_SENT, 64, "np_cnp_sent", "cc_tx_cnp_pkts")
          .hardware(Signal.CNP_HANDLED, 64, "rp_cnp_handled")
          .hardware(Signal.CNP_IGNORED, 64, "rp_cnp_ignored")
          // guests': mlx5_ib_query_q_counters_vport; of the uplink they are always 0
          .withGuest(Signal.OUT_OF_SEQUENCE, 32, "out_of_sequence", "vport_")
          .withGuest(Signal.PACKET_SEQUENCE_ERRORS, 32, "packet_seq_err", "vport_")
          .withGuest(Signal.IMPLIED_NAK_SEQUENCE_ERRORS, 32, "implied_nak_seq_err", "vport_")
          .withGuest(Signal.ACK_TIMEOUTS, 32, "local_ack_timeout_err", "vport_")
          .withGuest(Signal.DUPLICATE_REQUESTS, 32, "duplicate_request", "vport_")
          .withGuest(Signal.RNR_NAKS, 32, "rnr_nak_retry_err", "vport_")
          .withGuest(Signal.OUT_OF_BUFFER, 32, "out_of_buffer", "vport_")
          .withGuest(Signal.RETRIES_EXCEEDED, 32, "req_transport_retries_exceeded", "vport_")
          .hardware(Signal.RDMA_CHECKSUM_ERRORS, 64, "rx_icrc_encapsulated")
          .withGuest(Signal.ADAPTIVE_RETRANSMITS, 32, "roce_adp_retrans", "vport_")
          .withGuest(Signal.ADAPTIVE_RETRANSMIT_TIMEOUTS, 32, "roce_adp_retrans_to", "vport_")
          // on mlx5 RDMA of this function
          .port(Signal.RDMA_BYTES, Direction.RX, "port_rcv_data", WORD_BYTES)
          .port(Signal.RDMA_BYTES, Direction.TX, "port_xmit_data", WORD_BYTES)
          .port(Signal.RDMA_PACKETS, Direction.RX, "port_rcv_packets", 1)
          .port(Signal.RDMA_PACKETS, Direction.TX, "port_xmit_packets", 1)
          .passesOver(
              "802.3x transitions: frames and time tell as much", "(?:rx|tx)_global_pause_\\w+")
          .passesOver(
              "pause frames of every kind together, which are told apart",
              "(?:rx|tx)_(?:pause|mac)_ctrl_phy|(?:rx|tx)_mac_control_phy")
          .passesOver(
              "a part of the drops of a card with several hosts; no source tells whether"
                  + " rx_prioN_discards has it",
              Pattern.of("\\?<\\w+>").matcher(PRIO).replaceAll("?:") + "(?:buf|cong)_discard")
          .passesOver("a gauge, percent of the last second", "outbound_pci_stalled_(?:rd|wr)")
          .passesOver(
              "of the PCI bus; its stalled seconds and congestion are told",
              "outbound_pci_\\w+|(?:rx|tx)_pci_\\w+|pci_\\w+")
          .passesOver(
              "of the netdev's queues: RDMA counts out_of_buffer of its own",
              "(?:dev|rx)_out_of_buffer|rx_if_down_packets|dev_internal_queue_oob"
                  + "|rx_steer_missed_packets|rx_oversize_pkts_buffer")
          .passesOver(
              "of the netdev: RDMA goes past it",
              "(?:rx|tx)_(?:packets|bytes|errors|dropped)",
              "(?:rx|tx)_vport_\\w+|vport_loopback_\\w+",
              "(?:ipsec|macsec)_\\w+|(?:rx|tx)_(?:ipsec|macsec)_\\w+")
          .passesOver(
              "optic and cable in detail: roce_port_errors_total tells that there is trouble",
              "module_\\w+|phy_raw_errors_lane\\d+|\\w+_phy")
          .passesOverRdma(
              "work that peers asked for: no sign of loss or congestion",
              "(?:vport_)?rx_(?:write|read|atomic)_requests|(?:vport_)?rx_dct_connect",
              "rdma_(?:rx|tx)_(?:packets|bytes)")
          .passesOverRdma(
              "completions in error: the application knows them, whatever their cause",
              "(?:vport_)?(?:req|resp)_cqe_(?:flush_)?error|(?:vport_)?resp_local_length_error",
              "(?:vport_)?(?:req|resp)_remote_\\w+|(?:vport_)?req_rnr_retries_exceeded")
          .passesOverRdma(
              "follows from CNPs and retransmissions", "(?:vport_)?roce_slow_restart\\w*")
          .passesOverRdma(
              "CNPs that came in: rp_cnp_handled and rp_cnp_ignored together", "cc_rx_cnp_pkts")
          .passesOverRdma("of a guest's function: the uplink's are always 0", "vport_\\w+");

  private Mlx5Counters() {}
}
