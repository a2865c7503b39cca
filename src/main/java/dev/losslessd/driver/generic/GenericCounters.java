package dev.losslessd.driver.generic;

import dev.losslessd.driver.CommonNicCounters;
import dev.losslessd.driver.CounterCatalogue;
import dev.losslessd.model.Signal;

/**
 * Counters of NICs that have no driver of their own here: i40e's statistics (i40e_ethtool.c), and
 * the RDMA counters of Soft-RoCE (drivers/infiniband/sw/rxe/rxe_hw_counters.c).
 */
final class GenericCounters {
  static final CounterCatalogue ALL =
      CommonNicCounters.counters()
          .family("port\\.(?<way>rx|tx)_priority_(?<prio>[0-7])_xoff", Signal.PFC_PAUSE_FRAMES)
          .family("port\\.link_xoff_(?<way>rx|tx)", Signal.GLOBAL_PAUSE_FRAMES)
          .family("(?<way>rx|tx)_pause_frames", Signal.GLOBAL_PAUSE_FRAMES)
          .hardware(Signal.OUT_OF_SEQUENCE, 64, "out_of_seq_request")
          .hardware(Signal.PACKET_SEQUENCE_ERRORS, 64, "rcvd_seq_err")
          .hardware(Signal.DUPLICATE_REQUESTS, 64, "duplicate_request")
          .hardware(Signal.RNR_NAKS, 64, "rcvd_rnr_err")
          .hardware(Signal.RETRIES_EXCEEDED, 64, "retry_exceeded_err")
          .hardware(Signal.LINK_DOWN, 64, "link_downed")
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
              "send_rnr_err|retry_rnr_exceeded_err|completer_retry_err");

  private GenericCounters() {}
}
