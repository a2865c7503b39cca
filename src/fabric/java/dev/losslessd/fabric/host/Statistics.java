package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.PortCounters;
import dev.losslessd.model.Priority;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The counters of {@code ethtool -S}, in mlx5's order (en_stats.c). Pause counters of a priority
 * are there only while PFC is on for it, global ones only while global pause is on.
 */
final class Statistics {
  private Statistics() {}

  static Map<String, Long> of(FakeNic nic) {
    Map<String, Long> all = new LinkedHashMap<>();
    PortCounters counters = nic.port().counters();
    software(all, counters);
    vport(all, counters);
    physical(all, counters);
    for (int n = 0; n < Priority.COUNT; n++) {
      traffic(all, counters, n);
    }
    for (int n = 0; n < Priority.COUNT; n++) {
      if (nic.losslessOn(n)) {
        pause(all, counters, n);
      }
    }
    if (nic.dcb().rxPause() || nic.dcb().txPause()) {
      globalPause(all);
    }
    all.put("tx_pause_storm_warning_events", counters.pauseStormWarnings());
    all.put("tx_pause_storm_error_events", 0L);
    zeros(all, "module_unplug", "module_bus_stuck", "module_high_temp", "module_bad_shorted");
    return all;
  }

  /** The host's TCP is idle: all traffic is RDMA, which the netdev's own counters never see. */
  private static void software(Map<String, Long> all, PortCounters counters) {
    zeros(all, "rx_packets", "rx_bytes", "tx_packets", "tx_bytes", "rx_out_of_buffer");
    all.put("link_down_events_phy", counters.linkDown());
  }

  private static void vport(Map<String, Long> all, PortCounters counters) {
    zeros(all, "rx_vport_unicast_packets", "rx_vport_unicast_bytes");
    zeros(all, "tx_vport_unicast_packets", "tx_vport_unicast_bytes");
    all.put("rx_vport_rdma_unicast_packets", counters.rxPackets() - counters.rxDiscards());
    all.put("rx_vport_rdma_unicast_bytes", counters.rxBytes());
    zeros(all, "rx_vport_rdma_multicast_packets", "rx_vport_rdma_multicast_bytes");
    all.put("tx_vport_rdma_unicast_packets", counters.txPackets());
    all.put("tx_vport_rdma_unicast_bytes", counters.txBytes());
    zeros(all, "tx_vport_rdma_multicast_packets", "tx_vport_rdma_multicast_bytes");
  }

  private static void physical(Map<String, Long> all, PortCounters counters) {
    all.put("tx_packets_phy", counters.txPackets());
    all.put("rx_packets_phy", counters.rxPackets());
    zeros(all, "rx_crc_errors_phy");
    all.put("tx_bytes_phy", counters.txBytes());
    all.put("rx_bytes_phy", counters.rxBytes());
    zeros(all, "rx_symbol_err_phy");
    all.put("rx_pause_ctrl_phy", counters.rxPauseControl());
    all.put("tx_pause_ctrl_phy", counters.txPauseControl());
    all.put("rx_discards_phy", counters.rxDiscards());
    zeros(all, "tx_discards_phy", "tx_errors_phy", "rx_pcs_symbol_err_phy");
    zeros(all, "rx_bits_phy", "rx_corrected_bits_phy", "rx_buffer_passed_thres_phy");
    zeros(all, "rx_pci_signal_integrity", "tx_pci_signal_integrity");
    zeros(all, "outbound_pci_stalled_rd", "outbound_pci_stalled_wr");
    zeros(all, "outbound_pci_stalled_rd_events", "outbound_pci_stalled_wr_events");
    zeros(all, "outbound_pci_buffer_overflow");
  }

  private static void traffic(Map<String, Long> all, PortCounters counters, int n) {
    all.put("rx_prio" + n + "_bytes", counters.rxBytes(n));
    all.put("rx_prio" + n + "_packets", counters.rxPackets(n));
    all.put("rx_prio" + n + "_discards", counters.rxDiscards(n));
    all.put("tx_prio" + n + "_bytes", counters.txBytes(n));
    all.put("tx_prio" + n + "_packets", counters.txPackets(n));
  }

  private static void pause(Map<String, Long> all, PortCounters counters, int n) {
    all.put("rx_prio" + n + "_pause", counters.rxPause(n));
    all.put("rx_prio" + n + "_pause_duration", counters.rxPauseMicros(n));
    all.put("tx_prio" + n + "_pause", counters.txPause(n));
    all.put("tx_prio" + n + "_pause_duration", counters.txPauseMicros(n));
    all.put("rx_prio" + n + "_pause_transition", counters.rxPauseTransition(n));
  }

  /** The twin has no 802.3x pause: its switch neither sends nor heeds it. */
  private static void globalPause(Map<String, Long> all) {
    zeros(all, "rx_global_pause", "rx_global_pause_duration");
    zeros(all, "tx_global_pause", "tx_global_pause_duration", "rx_global_pause_transition");
  }

  private static void zeros(Map<String, Long> all, String... names) {
    for (String name : names) {
      all.put(name, 0L);
    }
  }
}
