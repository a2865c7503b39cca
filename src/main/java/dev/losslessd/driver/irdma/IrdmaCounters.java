package dev.losslessd.driver.irdma;

import dev.losslessd.driver.CommonNicCounters;
import dev.losslessd.driver.CounterCatalogue;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Signal;

/**
 * Counters of ice and irdma by meaning: Linux drivers/net/ethernet/intel/ice/ice_ethtool.c and
 * drivers/infiniband/hw/irdma/verbs.c. They count frames of pause and no time; those of the third
 * generation have blanks in their names. Registers are narrower, and irdma adds up what they count
 * in 64 bits (irdma_update_stats of drivers/infiniband/hw/irdma/ctrl.c).
 */
final class IrdmaCounters {
  static final CounterCatalogue ALL =
      CommonNicCounters.counters()
          .family("(?<way>rx|tx)_priority_(?<prio>[0-7])_xoff\\.nic", Signal.PFC_PAUSE_FRAMES)
          .family("(?<way>rx|tx)_priority_(?<prio>[0-7])_xon\\.nic", Signal.PFC_PAUSE_TRANSITIONS)
          .family("link_xoff_(?<way>rx|tx)\\.nic", Signal.GLOBAL_PAUSE_FRAMES)
          .statistic(Signal.PORT_DISCARDS, Direction.RX, "rx_dropped.nic")
          .statistic(Signal.PORT_ERRORS, Direction.RX, "rx_crc_errors.nic")
          .hardware(Signal.CNP_HANDLED, 64, "cnpHandled")
          .hardware(Signal.CNP_IGNORED, 64, "cnpIgnored")
          .hardware(Signal.CNP_SENT, 64, "cnpSent")
          .hardware(Signal.ECN_CE_PACKETS, 64, "RxECNMrkd")
          .hardware(Signal.RETRANSMITS, 64, "RetransSegs", "tcpRetransSegs")
          .hardware(Signal.OUT_OF_SEQUENCE, 64, "Rcvd Out of order packets")
          .hardware(Signal.PACKET_SEQUENCE_ERRORS, 64, "Nak Sequence Error")
          .hardware(Signal.IMPLIED_NAK_SEQUENCE_ERRORS, 64, "Nak Sequence Error Implied")
          .hardware(Signal.ACK_TIMEOUTS, 64, "RTO")
          .hardware(Signal.RNR_NAKS, 64, "RNR received")
          .hardware(Signal.RDMA_CHECKSUM_ERRORS, 64, "CRC errors")
          .passesOver("the end of a pause; its frames are told", "link_xon_(?:rx|tx)\\.nic")
          .passesOver(
              "of the netdev: RDMA goes past it",
              "(?:rx|tx)_(?:bytes|packets|errors|dropped|skb_\\w+|hwtstamp_\\w+)",
              "fdir_\\w+\\.nic")
          .passesOver(
              "frames by size, kind or fault: the sums are told",
              "(?:rx|tx)_size_\\w+\\.nic|(?:rx|tx)_(?:unicast|multicast|broadcast|bytes)\\.nic",
              "rx_(?:fragments|jabber|oversize|undersize|length_errors|csum_bad|eipe_error)\\.nic",
              "(?:rx|tx)_(?:timeout|errors|dropped_link_down)\\.nic|illegal_bytes\\.nic")
          .passesOver(
              "optic and link in detail", "mac_(?:local|remote)_faults\\.nic|(?:rx|tx)_lpi_\\w+.*")
          .passesOverRdma(
              "work and packets: no sign of loss or congestion",
              "(?:tcp|iw|udp)?(?:In|Out)(?:Rdma\\w+|Segs|Pkts)|(?:iw)?Rdma(?:Bnd|Inv)|(?:Rx|Tx)UDP",
              "ip[46](?:In|Out)(?:Octets|Pkts|Mcast\\w+|Reasm\\w+|SegRqd)",
              "[RT]x atomics|[oi]rd limit count")
          .passesOverRdma(
              "packets of IP that the function dropped; unverified whether RoCE's are among them",
              "ip[46](?:In|Out)(?:Discards|TruncatedPkts|NoRoutes)|rxVlanErrors",
              "(?:tcp)?In(?:Opt|Proto)Errors")
          .passesOverRdma(
              "what this end answered, which the other end counts as its own", "RNR sent");

  private IrdmaCounters() {}
}
