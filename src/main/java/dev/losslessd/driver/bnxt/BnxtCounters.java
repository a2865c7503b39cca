package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.CommonNicCounters;
import dev.losslessd.driver.CounterCatalogue;
import dev.losslessd.model.Signal;

/**
 * Counters of bnxt by meaning. Names: Linux drivers/net/ethernet/broadcom/bnxt/bnxt_ethtool.c and
 * drivers/infiniband/hw/bnxt_re/hw_counters.c of 7.2, then of 6.12 and of the vendor's driver.
 *
 * <p>If one statistics command fails, bnxt_re never updates its RoCE error counters again until it
 * is loaded anew: counters that stand still are no proof of health.
 */
final class BnxtCounters {
  static final CounterCatalogue ALL =
      CommonNicCounters.counters()
          .family("(?<way>rx|tx)_pfc_ena_frames_pri(?<prio>[0-7])", Signal.PFC_PAUSE_FRAMES)
          .family("pfc_pri(?<prio>[0-7])_(?<way>rx|tx)_duration_us", Signal.PFC_PAUSE_TIME)
          .family("pfc_pri(?<prio>[0-7])_(?<way>rx|tx)_transitions", Signal.PFC_PAUSE_TRANSITIONS)
          .family("(?<way>rx|tx)_bytes_pri(?<prio>[0-7])", Signal.PRIORITY_BYTES)
          .family("(?<way>rx|tx)_packets_pri(?<prio>[0-7])", Signal.PRIORITY_PACKETS)
          .family("(?<way>rx|tx)_pause_frames", Signal.GLOBAL_PAUSE_FRAMES)
          .family("(?<way>rx|tx)_stat_discard", Signal.PORT_DISCARDS)
          .statistic(Signal.PORT_ERRORS, "rx_fcs_err_frames", "tx_err")
          .statistic(Signal.LINK_DOWN, "link_down_events")
          .statistic(Signal.PAUSE_STORM_WARNINGS, "continuous_roce_pause_events")
          .hardware(Signal.ECN_CE_PACKETS, 64, "np_ecn_marked_roce_packets", "rx_ecn_marked_pkts")
          .hardware(Signal.CNP_SENT, 64, "np_cnp_pkts", "np_cnp_sent", "tx_cnp_pkts")
          .hardware(Signal.CNP_HANDLED, 64, "rp_cnp_handled", "rx_cnp_pkts")
          .hardware(Signal.CNP_IGNORED, 64, "rp_cnp_ignored")
          .hardware(Signal.OUT_OF_SEQUENCE, 64, "out_of_sequence", "oos_drop_count")
          .hardware(Signal.PACKET_SEQUENCE_ERRORS, 64, "packet_seq_err", "seq_err_naks_rcvd")
          .hardware(Signal.ACK_TIMEOUTS, 64, "local_ack_timeout_err", "to_retransmits")
          .hardware(Signal.IMPLIED_NAK_SEQUENCE_ERRORS, 64, "implied_nak_seq_err", "missing_resp")
          .hardware(Signal.RNR_NAKS, 64, "rnr_nak_retry_err", "rnr_naks_rcvd")
          .hardware(Signal.DUPLICATE_REQUESTS, 64, "duplicate_request", "dup_req")
          .hardware(Signal.OUT_OF_BUFFER, 64, "out_of_buffer", "rx_out_of_buffer")
          .hardware(Signal.RETRIES_EXCEEDED, 64, "max_retry_exceeded")
          .hardware(Signal.RDMA_DISCARDS, "rx_roce_discards", "tx_roce_discards")
          .hardware(Signal.RDMA_CHECKSUM_ERRORS, 64, "rx_icrc_encapsulated")
          .hardware(Signal.RDMA_BYTES, "rx_roce_only_bytes", "tx_roce_only_bytes")
          .hardware(Signal.RDMA_BYTES, "rx_bytes", "tx_bytes")
          .hardware(Signal.RDMA_PACKETS, "rx_roce_only_pkts", "tx_roce_only_pkts")
          .hardware(Signal.RDMA_PACKETS, "rx_pkts", "tx_pkts")
          .hardware(Signal.ADAPTIVE_RETRANSMITS, 64, "roce_adp_retrans")
          .hardware(Signal.ADAPTIVE_RETRANSMIT_TIMEOUTS, 64, "roce_adp_retrans_to")
          .passesOver(
              "queues of the hardware are not priorities: firmware has the map of them",
              "(?:rx|tx)_(?:discard_)?(?:bytes|packets)_cos[0-7]")
          .passesOver(
              "frames by size, kind or fault: the sums are told",
              "(?:rx|tx)_\\w+_frames|rx_runt_bytes|(?:rx|tx)_(?:ucast|mcast|bcast)_\\w+",
              "rx_stat_err|tx_stat_error|(?:rx|tx)_(?:good|total)_(?:frames|vlan_frames)")
          .passesOver("of all priorities together, which are told apart", "(?:rx|tx)_pfc_frames")
          .passesOver(
              "of the netdev's queues: RDMA goes past them",
              "(?:rx|tx)_total_\\w+|total_missed_irqs|(?:rx|tx)_(?:bytes|packets|frames)",
              "(?:rx|tx)_(?:errors|dropped)|rx_filter_miss|(?:rx|tx)_tpa_\\w+")
          .passesOver(
              "pause that goes on: told of RoCE alone, and its end is none",
              "(?:continuous|resume)(?:_roce)?_pause_events")
          .passesOver(
              "optic, link and buffers in detail",
              "rx_pcs_symbol_err|rx_fec_\\w+|rx_(?:corrected_)?bits|rx_buffer_passed_\\w+",
              "tx_fifo_underruns|tx_xthol_frames|(?:rx|tx)_(?:eee|llfc)_\\w+|pcie_\\w+")
          .passesOver(
              "of the NIC's doorbells and its loopback, not of the wire",
              "hw_db_recov_\\w+|lpbk_\\w+")
          .passesOverRdma(
              "transmitted broadcast packets, whatever its name says", "recoverable_errors")
          .passesOverRdma(
              "bad packets of RoCE: discards and sequence errors are told", "(?:rx|tx)_roce_errors")
          .passesOverRdma("a gauge", "(?:active|watermark)_\\w+")
          .passesOverRdma(
              "a part of the packets that are told",
              "(?:rx|tx)_good_(?:pkts|bytes)|(?:rx|tx)_roce_good_(?:pkts|bytes)")
          .passesOverRdma("of the NIC's doorbells, not of the wire", "db_fifo_register|pacing_\\w+")
          .passesOverRdma(
              "completions in error: the application knows them, whatever their cause",
              "unrecoverable_err|bad_resp_err|local_(?:qp_op|protection)_err|mem_mgmt_op_err",
              "req_remote_\\w+|remote_op_err|res_\\w+|resp_\\w+|req_cqe_\\w+")
          .passesOverRdma(
              "work that peers asked for: no sign of loss or congestion",
              "(?:rx|tx)_(?:atomic|read|write|send)_(?:req|resp|requests)")
          .passesOverRdma("follows from CNPs and retransmissions", "roce_slow_restart\\w*");

  private BnxtCounters() {}
}
