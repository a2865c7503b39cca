package dev.losslessd.driver;

/**
 * Names that many drivers share and that nobody takes: of the netdev's own queues, which RDMA goes
 * past, and the InfiniBand counters that the kernel's RDMA core makes for every port (Linux
 * drivers/infiniband/core/sysfs.c, Documentation/ABI/stable/sysfs-class-infiniband).
 */
public final class CommonNicCounters {
  private static final String QUEUE = "of one queue of the netdev: there are hundreds";
  private static final String SOFTWARE = "of the netdev's queues in software: RDMA goes past them";

  private CommonNicCounters() {}

  /** A catalogue to begin with. */
  public static CounterCatalogue counters() {
    return new CounterCatalogue()
        .passesOver(
            QUEUE,
            // mlx5 rx0_packets, ptp_tx0_cqe; ionic rx_0_pkts; ice tx_queue_0_bytes; hns3 txq0_wake
            "(?:ptp_|qos_)?(?:rx|tx|ch)\\d+_.*",
            "(?:rx|tx)_queue_\\d+_.*",
            "(?:rx|tx)q#?\\d+_.*",
            // i40e tx-0.tx_packets, bnxt [0]: rx_ucast_packets
            "(?:rx|tx)-\\d+\\..*",
            "\\[\\d+\\]: ?.*")
        .passesOverExcept(
            QUEUE,
            "(?:rx|tx)_\\d+_.*",
            "(?:rx|tx)_\\d+_.*(?:bytes|frames|pkts|packets)_(?:phy|nic).*")
        .passesOver(
            SOFTWARE,
            "(?:rx|tx)_(?:csum|tso|lro|gro|hds|xdp|xsk|tls|arfs|cache|page|pp|pg|cqe|wqe|mpwqe)\\w*",
            "(?:rx|tx)_(?:cqes|recover|nop|xmit|queue|added|removed|buff|congst|ecn_mark)\\w*",
            "(?:rx|tx)_(?:oversize_pkts_sw|timestamps|udp_seg|kicks|linearize|busy|restart)\\w*",
            "(?:rx|tx)_(?:drops|alloc_fail|unknown_protocol|timeouts?)",
            "(?:ch|xdp|ktls|tls|ptp)_\\w+")
        .passesOver(
            "frames by size or by kind of address: no sign of loss or congestion",
            "(?:rx|tx)_(?:unicast|multicast|broadcast)(?:_(?:packets|bytes))?")
        .passesOverRdma(
            "of InfiniBand: an Ethernet port leaves it at 0",
            "symbol_error|link_error_recovery|link_downed|local_link_integrity_errors",
            "excessive_buffer_overrun_errors|VL15_dropped|port_xmit_wait",
            "port_rcv_(?:errors|remote_physical_errors|switch_relay_errors)",
            "port_(?:rcv|xmit)_(?:constraint_errors|discards)")
        .passesOverRdma(
            "an InfiniBand counter whose scope on this driver no source tells",
            "port_(?:rcv|xmit)_(?:data|packets)(?:_64)?",
            "(?:port_)?(?:unicast|multicast)_(?:rcv|xmit)_packets");
  }
}
