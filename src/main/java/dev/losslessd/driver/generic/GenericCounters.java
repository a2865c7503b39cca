package dev.losslessd.driver.generic;

import dev.losslessd.driver.CommonNicCounters;
import dev.losslessd.driver.CounterCatalogue;
import dev.losslessd.driver.IrdmaNames;
import dev.losslessd.model.Signal;

/**
 * Counters of NICs that have no driver of their own here: i40e's statistics (i40e_ethtool.c), and
 * RDMA counters of Soft-RoCE (drivers/infiniband/sw/rxe/rxe_hw_counters.c), irdma over idpf and
 * i40e, mana (drivers/infiniband/hw/mana/counters.c) and erdma (erdma_verbs.c); those of efa and
 * cxgb4 are known and are no RoCE.
 */
final class GenericCounters {
  static final CounterCatalogue ALL =
      IrdmaNames.addTo(CommonNicCounters.counters())
          .family("port\\.(?<way>rx|tx)_priority_(?<prio>[0-7])_xoff", Signal.PFC_PAUSE_FRAMES)
          .family("port\\.link_xoff_(?<way>rx|tx)", Signal.GLOBAL_PAUSE_FRAMES)
          .family("(?<way>rx|tx)_pause_frames", Signal.GLOBAL_PAUSE_FRAMES)
          .hardware(Signal.OUT_OF_SEQUENCE, 64, "out_of_seq_request")
          .hardware(Signal.PACKET_SEQUENCE_ERRORS, 64, "rcvd_seq_err")
          .hardware(Signal.DUPLICATE_REQUESTS, 64, "duplicate_request")
          .hardware(Signal.RNR_NAKS, 64, "rcvd_rnr_err")
          .hardware(Signal.RETRIES_EXCEEDED, 64, "retry_exceeded_err")
          .hardware(Signal.LINK_DOWN, 64, "link_downed")
          .hardware(Signal.OUT_OF_SEQUENCE, 64, "responder_oos")
          .hardware(Signal.PACKET_SEQUENCE_ERRORS, 64, "requester_oos_nak")
          .hardware(Signal.IMPLIED_NAK_SEQUENCE_ERRORS, 64, "requester_implicit_nak")
          .hardware(Signal.ACK_TIMEOUTS, 64, "requester_timeout")
          .hardware(Signal.DUPLICATE_REQUESTS, 64, "responder_dup_request")
          .hardware(Signal.RNR_NAKS, 64, "requester_rnr_nak")
          .hardware(Signal.RETRIES_EXCEEDED, 64, "requester_retries_exceeded")
          // mana: of its function, then of the device
          .hardware(Signal.CNP_HANDLED, 64, "received_cnps", "received_cnp_count")
          .hardware(Signal.CNP_SENT, 64, "sent_cnps")
          .hardware(Signal.ECN_CE_PACKETS, 64, "received_ecns")
          .hardware(Signal.RDMA_BYTES, "rx_bytes", "tx_bytes")
          .hardware(Signal.RDMA_BYTES, "rx_bytes_cnt", "tx_bytes_cnt")
          .hardware(Signal.RDMA_PACKETS, "rx_packets", "tx_packets")
          .hardware(Signal.RDMA_PACKETS, "rx_packets_cnt", "tx_packets_cnt")
          .passesOver(
              "the end of a pause; its frames are told",
              "port\\.(?:rx|tx)_priority_[0-7]_xon(?:_2_xoff)?|port\\.link_xon_(?:rx|tx)")
          .passesOver(
              "of the netdev, its filters and the embedded switch: RDMA goes past them",
              "veb\\.\\w+|port\\.fdir_\\w+|port\\.VF_admin_queue_requests|collisions",
              "(?:rx|tx)_(?:bytes|packets|errors|dropped|crc_errors|length_errors)")
          .passesOver(
              "frames by size, kind or fault: the netdev's sums are told",
              "port\\.(?:rx|tx)_(?:size_\\w+|unicast|multicast|broadcast|bytes|errors|timeout)",
              "port\\.rx_(?:crc_errors|csum_bad|dropped|fragments|jabber|length_errors)",
              "port\\.rx_(?:oversize|undersize|hwtstamp_cleared)|port\\.tx_dropped_link_down",
              "port\\.illegal_bytes")
          .passesOver(
              "optic and link in detail",
              "port\\.mac_(?:local|remote)_faults|port\\.(?:rx|tx)_lpi_\\w+")
          .passesOverRdma(
              "work and packets: no sign of loss or congestion",
              "(?:sent|rcvd)_(?:pkts|bytes)|rdma_(?:sends|recvs)|ack_deferred|send_err",
              "send_rnr_err|retry_rnr_exceeded_err|completer_retry_err",
              "(?:dup_)?rx_(?:send_|write_|read_)?requests|tx_reqs_cnt")
          .passesOver(
              "mana's, of the card that guests share; the host of the cloud maps its classes",
              "hc_\\w+|(?:stop|wake)_queue|tx_linear_pkt_cnt|[rt]x_cqe?_\\w+")
          .passesOver(
              "idpf's, of the netdev: RDMA goes past it", "(?:port-)?(?:rx|tx)-[a-z][\\w-]*")
          .passesOverRdma(
              "mana's rate control: gauges, and what follows from CNPs",
              "(?:num_)?qps?_(?:congested|recovered)(?:_events)?|rate_inc_events|current_rate")
          .passesOverRdma(
              "completions in error: the application knows them, whatever their cause",
              "nak_\\w+|responder_(?:local|rem|malformed)_\\w+|requestor_local_prot_error",
              "general_hw_error|total_fatal_error|requester_rnr_nak_retries_exceeded")
          .passesOverRdma(
              "a response of another packet number: its NAK or time-out is told",
              "requester_readresp_psn_mismatch")
          .passesOverRdma(
              "what this end answered, which the other end counts as its own", "responder_rnr_nak")
          .passesOverRdma(
              "limits of the cloud: no congestion", "[rt]x_(?:disable|[bp]ps_limit)_drop_cnt")
          .passesOverRdma(
              "of efa, which is no RoCE",
              "(?:submitted|completed|no_completion)_cmds|cmds_err|keep_alive_rcvd|mmap_err",
              "(?:alloc|create|reg)_(?:pd|qp|cq|mr|ucontext|ah)_err|[rt]x_pkts|rx_drops",
              "(?:send|recv)_(?:bytes|wrs)|rdma_(?:read|write)_\\w+|retrans_\\w+",
              "(?:unresponsive_remote|impaired_remote_conn)_events")
          .passesOverRdma(
              "of iWARP, whose TCP mends losses itself",
              "ip[46](?:InSegs|OutSegs|OutRsts)",
              "ip[46]RetransSegs");

  private GenericCounters() {}
}
