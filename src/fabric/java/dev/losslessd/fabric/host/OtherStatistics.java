package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.PortCounters;
import dev.losslessd.model.Priority;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The counters of {@code ethtool -S} under other drivers than mlx5: bnxt_ethtool.c, ice_ethtool.c,
 * hclge_main.c, ionic_stats.c. Those of a priority are always there.
 */
final class OtherStatistics {
  private OtherStatistics() {}

  static Map<String, Long> bnxt(PortCounters counters) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (int ring = 0; ring < 2; ring++) {
      zeros(all, "[" + ring + "]: rx_ucast_packets", "[" + ring + "]: tx_ucast_packets");
    }
    zeros(all, "rx_total_l4_csum_errors", "rx_total_resets", "tx_total_resets");
    zeros(all, "rx_fcs_err_frames", "rx_pause_frames", "rx_align_err_frames", "tx_pause_frames");
    all.put("rx_pfc_frames", counters.rxPauseControl());
    all.put("tx_pfc_frames", counters.txPauseControl());
    all.put("rx_stat_discard", counters.rxDiscards());
    zeros(all, "rx_stat_err", "tx_err", "tx_stat_discard", "tx_stat_error");
    all.put("link_down_events", counters.linkDown());
    for (int n = 0; n < Priority.COUNT; n++) {
      all.put("rx_pfc_ena_frames_pri" + n, counters.rxPause(n));
      all.put("tx_pfc_ena_frames_pri" + n, counters.txPause(n));
      all.put("pfc_pri" + n + "_rx_duration_us", counters.rxPauseMicros(n));
      all.put("pfc_pri" + n + "_rx_transitions", counters.rxPauseTransition(n));
      all.put("pfc_pri" + n + "_tx_duration_us", counters.txPauseMicros(n));
      zeros(all, "pfc_pri" + n + "_tx_transitions");
      all.put("rx_bytes_pri" + n, counters.rxBytes(n));
      all.put("rx_packets_pri" + n, counters.rxPackets(n));
      all.put("tx_bytes_pri" + n, counters.txBytes(n));
      all.put("tx_packets_pri" + n, counters.txPackets(n));
      all.put("rx_discard_packets_cos" + n, counters.rxDiscards(n));
    }
    zeros(all, "continuous_pause_events", "continuous_roce_pause_events");
    return all;
  }

  static Map<String, Long> ice(PortCounters counters) {
    Map<String, Long> all = new LinkedHashMap<>();
    zeros(all, "rx_unicast", "tx_unicast", "rx_bytes", "tx_bytes", "rx_dropped");
    zeros(all, "rx_queue_0_packets", "rx_queue_0_bytes", "tx_queue_0_packets");
    all.put("rx_bytes.nic", counters.rxBytes());
    all.put("tx_bytes.nic", counters.txBytes());
    all.put("rx_unicast.nic", counters.rxPackets());
    all.put("tx_unicast.nic", counters.txPackets());
    all.put("rx_dropped.nic", counters.rxDiscards());
    zeros(all, "rx_crc_errors.nic", "link_xon_rx.nic", "link_xoff_rx.nic");
    zeros(all, "link_xon_tx.nic", "link_xoff_tx.nic", "rx_size_64.nic");
    for (int n = 0; n < Priority.COUNT; n++) {
      zeros(all, "tx_priority_" + n + "_xon.nic");
      all.put("tx_priority_" + n + "_xoff.nic", counters.txPause(n));
      all.put("rx_priority_" + n + "_xon.nic", counters.rxPauseTransition(n));
      all.put("rx_priority_" + n + "_xoff.nic", counters.rxPause(n));
    }
    return all;
  }

  static Map<String, Long> hns(PortCounters counters) {
    Map<String, Long> all = new LinkedHashMap<>();
    zeros(all, "mac_tx_mac_pause_num", "mac_rx_mac_pause_num", "txq0_pktnum_rcd");
    all.put("mac_tx_pfc_pkt_num", counters.txPauseControl());
    all.put("mac_rx_pfc_pkt_num", counters.rxPauseControl());
    for (int n = 0; n < Priority.COUNT; n++) {
      all.put("mac_tx_pfc_pri" + n + "_pkt_num", counters.txPause(n));
      all.put("mac_rx_pfc_pri" + n + "_pkt_num", counters.rxPause(n));
      zeros(all, "mac_tx_pfc_pri" + n + "_xoff_time", "mac_rx_pfc_pri" + n + "_xoff_time");
    }
    all.put("mac_tx_total_pkt_num", counters.txPackets());
    all.put("mac_rx_total_pkt_num", counters.rxPackets());
    all.put("mac_tx_total_oct_num", counters.txBytes());
    all.put("mac_rx_total_oct_num", counters.rxBytes());
    zeros(all, "mac_rx_fcs_err_pkt_num");
    return all;
  }

  static Map<String, Long> ionic(PortCounters counters) {
    Map<String, Long> all = new LinkedHashMap<>();
    zeros(all, "tx_packets", "tx_bytes", "rx_packets", "rx_bytes", "tx_0_pkts", "rx_0_pkts");
    all.put("frames_rx_ok", counters.rxPackets());
    all.put("octets_rx_ok", counters.rxBytes());
    all.put("frames_tx_ok", counters.txPackets());
    all.put("octets_tx_ok", counters.txBytes());
    all.put("frames_rx_dropped", counters.rxDiscards());
    zeros(all, "frames_rx_bad_all", "frames_rx_pause", "frames_tx_bad", "frames_tx_pause");
    all.put("frames_rx_pripause", counters.rxPauseControl());
    all.put("frames_tx_pripause", counters.txPauseControl());
    for (int n = 0; n < Priority.COUNT; n++) {
      all.put("frames_rx_pri_" + n, counters.rxPackets(n));
      all.put("frames_tx_pri_" + n, counters.txPackets(n));
      all.put("rx_pripause_" + n + "_1us_count", counters.rxPauseMicros(n));
      all.put("tx_pripause_" + n + "_1us_count", counters.txPauseMicros(n));
    }
    return all;
  }

  private static void zeros(Map<String, Long> all, String... names) {
    for (String name : names) {
      all.put(name, 0L);
    }
  }
}
