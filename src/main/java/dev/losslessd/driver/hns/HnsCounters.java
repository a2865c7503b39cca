package dev.losslessd.driver.hns;

import dev.losslessd.driver.CommonNicCounters;
import dev.losslessd.driver.CounterCatalogue;
import dev.losslessd.model.Signal;

/**
 * Counters of hns3 and hns_roce by meaning: Linux
 * drivers/net/ethernet/hisilicon/hns3/hns3pf/hclge_main.c and
 * drivers/infiniband/hw/hns/hns_roce_main.c. Neither gives the unit of the xoff times, so they are
 * not taken.
 */
final class HnsCounters {
  static final CounterCatalogue ALL =
      CommonNicCounters.counters()
          .family("mac_(?<way>rx|tx)_pfc_pri(?<prio>[0-7])_pkt_num", Signal.PFC_PAUSE_FRAMES)
          .family("mac_(?<way>rx|tx)_mac_pause_num", Signal.GLOBAL_PAUSE_FRAMES)
          .hardware(Signal.CNP_HANDLED, 64, "rx_cnp_pkt")
          .hardware(Signal.CNP_SENT, 64, "tx_cnp_pkt")
          .hardware(Signal.RDMA_PACKETS, "rx_pkt", "tx_pkt")
          .passesOver(
              "a time in a unit that no source tells",
              "mac_(?:rx|tx)_(?:pfc_pri[0-7]|pause)_xoff_time")
          .passesOver(
              "of all priorities together, which are told apart", "mac_(?:rx|tx)_pfc_pkt_num")
          .passesOver(
              "frames by size, kind or fault; unverified which of them are drops",
              "mac_(?:rx|tx)_\\w+_(?:pkt|oct)_num")
          .passesOverRdma(
              "packets by transport or fault; unverified what counts as one",
              "(?:rx|tx)_(?:err|rc|uc|ud|xrc)_pkt")
          .passesOverRdma(
              "of the NIC's inside: what it tells no source says",
              "ecn_doorbell|rx_buffer|trp_\\w+|cq_\\w+");

  private HnsCounters() {}
}
