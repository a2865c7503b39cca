package dev.losslessd.driver;

import dev.losslessd.model.Signal;

/**
 * RDMA counters of irdma by meaning (Linux drivers/infiniband/hw/irdma/verbs.c, and i40iw of older
 * kernels), whatever driver has the netdev: ice, idpf or i40e. Those of the third generation have
 * blanks in their names. Registers are narrower, and irdma adds up what they count in 64 bits
 * (irdma_update_stats of drivers/infiniband/hw/irdma/ctrl.c).
 */
public final class IrdmaNames {
  private IrdmaNames() {}

  /** Adds them to a catalogue, and returns it. */
  public static CounterCatalogue addTo(CounterCatalogue catalogue) {
    return catalogue
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
  }
}
