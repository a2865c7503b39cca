package dev.losslessd.fabric.host;

import dev.losslessd.fabric.host.CounterNames.Value;
import dev.losslessd.fabric.twin.PortCounters;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counter files of the RDMA port under other drivers than mlx5: hw_counters.c of bnxt_re (7.2),
 * verbs.c of irdma, hns_roce_main.c; those of ionic come from its firmware. What the twin does not
 * model stands at 0.
 */
final class OtherNames {
  static final Map<String, Value> BNXT = bnxt();
  static final Map<String, Value> IRDMA = irdma();
  static final Map<String, Value> HNS = hns();
  static final Map<String, Value> IONIC = ionic();

  private OtherNames() {}

  private static Map<String, Value> bnxt() {
    Map<String, Value> all = new LinkedHashMap<>();
    zeros(all, "active_pds", "active_ahs", "active_qps", "active_rc_qps", "active_cqs");
    zeros(all, "watermark_qps", "watermark_cqs", "watermark_mrs", "recoverable_errors");
    zeros(all, "rx_roce_errors", "tx_roce_errors", "tx_roce_discards");
    all.put("rx_roce_discards", PortCounters::rxDiscards);
    all.put("local_ack_timeout_err", PortCounters::localAckTimeout);
    all.put("packet_seq_err", PortCounters::packetSeqErr);
    zeros(all, "max_retry_exceeded", "rnr_nak_retry_err", "implied_nak_seq_err");
    zeros(all, "duplicate_request", "out_of_buffer", "res_exceed_max", "res_srq_err");
    all.put("out_of_sequence", PortCounters::outOfSequence);
    all.put("np_cnp_pkts", PortCounters::cnpSent);
    all.put("rp_cnp_handled", c -> c.cnpHandled() + c.cnpIgnored());
    all.put("np_ecn_marked_roce_packets", PortCounters::ecnMarked);
    all.put("rx_roce_only_bytes", PortCounters::rxBytes);
    all.put("rx_roce_only_pkts", PortCounters::rxPackets);
    all.put("tx_roce_only_bytes", PortCounters::txBytes);
    all.put("tx_roce_only_pkts", PortCounters::txPackets);
    zeros(all, "pacing_reschedule", "pacing_complete", "pacing_alerts", "db_fifo_register");
    return all;
  }

  private static Map<String, Value> irdma() {
    Map<String, Value> all = new LinkedHashMap<>();
    zeros(all, "rxVlanErrors", "ip4InDiscards", "ip4InTruncatedPkts", "ip4OutNoRoutes");
    zeros(all, "ip4InOctets", "ip4InPkts", "ip4OutOctets", "ip4OutPkts", "RxUDP", "TxUDP");
    zeros(all, "InOptErrors", "InProtoErrors", "InRdmaReads", "InRdmaWrites", "OutRdmaWrites");
    all.put("RetransSegs", PortCounters::packetSeqErr);
    all.put("cnpHandled", PortCounters::cnpHandled);
    all.put("cnpIgnored", PortCounters::cnpIgnored);
    all.put("cnpSent", PortCounters::cnpSent);
    all.put("RxECNMrkd", PortCounters::ecnMarked);
    return all;
  }

  private static Map<String, Value> hns() {
    Map<String, Value> all = new LinkedHashMap<>();
    all.put("rx_pkt", PortCounters::rxPackets);
    all.put("tx_pkt", PortCounters::txPackets);
    all.put("rx_rc_pkt", PortCounters::rxPackets);
    all.put("tx_rc_pkt", PortCounters::txPackets);
    zeros(all, "rx_uc_pkt", "rx_ud_pkt", "rx_xrc_pkt", "rx_err_pkt", "tx_err_pkt");
    all.put("rx_cnp_pkt", c -> c.cnpHandled() + c.cnpIgnored());
    all.put("tx_cnp_pkt", PortCounters::cnpSent);
    zeros(all, "ecn_doorbell", "rx_buffer", "trp_rx_sof", "cq_cqe", "cq_poe", "cq_notify");
    return all;
  }

  private static Map<String, Value> ionic() {
    Map<String, Value> all = new LinkedHashMap<>();
    all.put("tx_rdma_ucast_bytes", PortCounters::txBytes);
    all.put("tx_rdma_ucast_pkts", PortCounters::txPackets);
    all.put("rx_rdma_ucast_bytes", PortCounters::rxBytes);
    all.put("rx_rdma_ucast_pkts", PortCounters::rxPackets);
    zeros(all, "tx_rdma_mcast_bytes", "tx_rdma_mcast_pkts", "rx_rdma_mcast_bytes");
    all.put("tx_rdma_cnp_pkts", PortCounters::cnpSent);
    all.put("rx_rdma_cnp_pkts", c -> c.cnpHandled() + c.cnpIgnored());
    all.put("rx_rdma_ecn_pkts", PortCounters::ecnMarked);
    all.put("req_rx_pkt_seq_err", PortCounters::packetSeqErr);
    all.put("resp_rx_outouf_seq", PortCounters::outOfSequence);
    zeros(all, "req_rx_rnr_retry_err", "req_rx_impl_nak_seq_err", "req_tx_retry_excd_err");
    zeros(all, "resp_rx_outof_buf", "resp_rx_dup_request", "rx_rdma_mtu_discard_pkts");
    all.put("tx_rdma_ack_timeout", PortCounters::localAckTimeout);
    zeros(all, "tx_rdma_retx_bytes", "tx_rdma_retx_pkts");
    return all;
  }

  private static void zeros(Map<String, Value> all, String... names) {
    for (String name : names) {
      all.put(name, counters -> 0);
    }
  }
}
