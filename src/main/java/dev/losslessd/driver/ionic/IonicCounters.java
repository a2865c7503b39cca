package dev.losslessd.driver.ionic;

import dev.losslessd.driver.CommonNicCounters;
import dev.losslessd.driver.CounterCatalogue;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Signal;

/**
 * Counters of ionic by meaning: Linux drivers/net/ethernet/pensando/ionic/ionic_stats.c; the RDMA
 * names come from the firmware. Spelling is theirs. Pause is counted in microseconds by priority,
 * its frames only in total.
 */
final class IonicCounters {
  static final CounterCatalogue ALL =
      CommonNicCounters.counters()
          .family("(?<way>rx|tx)_pripause_(?<prio>[0-7])_1us_count", Signal.PFC_PAUSE_TIME)
          .family("frames_(?<way>rx|tx)_pri_(?<prio>[0-7])", Signal.PRIORITY_PACKETS)
          .family("frames_(?<way>rx|tx)_pause", Signal.GLOBAL_PAUSE_FRAMES)
          .family("(?<way>rx|tx)_pause_1us_count", Signal.GLOBAL_PAUSE_TIME)
          .statistic(Signal.PORT_DISCARDS, Direction.RX, "frames_rx_dropped")
          .statistic(Signal.PORT_ERRORS, "frames_rx_bad_all", "frames_tx_bad")
          .hardware(Signal.ECN_CE_PACKETS, 64, "rx_rdma_ecn_pkts")
          .hardware(Signal.CNP_SENT, 64, "tx_rdma_cnp_pkts")
          .hardware(Signal.CNP_HANDLED, 64, "rx_rdma_cnp_pkts")
          .hardware(Signal.OUT_OF_SEQUENCE, 64, "resp_rx_outouf_seq")
          .hardware(Signal.PACKET_SEQUENCE_ERRORS, 64, "req_rx_pkt_seq_err")
          .hardware(Signal.IMPLIED_NAK_SEQUENCE_ERRORS, 64, "req_rx_impl_nak_seq_err")
          .hardware(Signal.RNR_NAKS, 64, "req_rx_rnr_retry_err")
          .hardware(Signal.DUPLICATE_REQUESTS, 64, "resp_rx_dup_request")
          .hardware(Signal.OUT_OF_BUFFER, 64, "resp_rx_outof_buf")
          .hardware(Signal.ACK_TIMEOUTS, 64, "tx_rdma_ack_timeout")
          .hardware(Signal.RETRANSMITS, 64, "tx_rdma_retx_pkts")
          .hardware(Signal.RETRIES_EXCEEDED, 64, "req_tx_retry_excd_err")
          .hardware(Signal.RDMA_DISCARDS, Direction.RX, "rx_rdma_mtu_discard_pkts")
          .hardware(Signal.RDMA_BYTES, "rx_rdma_ucast_bytes", "tx_rdma_ucast_bytes")
          .hardware(Signal.RDMA_PACKETS, "rx_rdma_ucast_pkts", "tx_rdma_ucast_pkts")
          .passesOver(
              "of all priorities together, which are told apart", "frames_(?:rx|tx)_pripause")
          .passesOver(
              "frames by size, kind or fault: the sums are told",
              "(?:frames|octets)_(?:rx|tx)_\\w+")
          .passesOver(
              "of the netdev's queues: RDMA goes past them",
              "(?:rx|tx)_(?:packets|bytes|errors|dropped|clean)|hw_(?:rx|tx)_\\w+")
          .passesOverRdma(
              "multicast, and the vendor's collective traffic: not what pause or CNPs hold",
              "(?:rx|tx)_rdma_mcast_\\w+|(?:rx|tx)_rdma_ccl_cts_\\w+|resp_rx_ccl_cts_\\w+")
          .passesOverRdma(
              "bytes of the retransmitted packets, which are told", "tx_rdma_retx_bytes")
          .passesOverRdma(
              "completions in error: the application knows them, whatever their cause",
              "req_rx_(?:rmt_acc_err|rmt_req_err|oper_err|cqe_err|cqe_flush|inval_pkts)",
              "req_tx_(?:loc_\\w+|mem_mgmt_err)",
              "resp_rx_(?:cqe_err|cqe_flush|loc_\\w+|inval_request|outof_atomic|s0_table_err)")
          .passesOverRdma(
              "answers that came twice: the other end counts its request", "req_rx_dup_response")
          .passesOverRdma(
              "what this end answered, which the other end counts as its own", "resp_tx_\\w+");

  private IonicCounters() {}
}
