package dev.losslessd.driver.irdma;

import dev.losslessd.driver.CommonNicCounters;
import dev.losslessd.driver.CounterCatalogue;
import dev.losslessd.driver.IrdmaNames;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Signal;

/**
 * Counters of ice by meaning: Linux drivers/net/ethernet/intel/ice/ice_ethtool.c. They count frames
 * of pause and no time.
 */
final class IrdmaCounters {
  static final CounterCatalogue ALL =
      IrdmaNames.addTo(CommonNicCounters.counters())
          .family("(?<way>rx|tx)_priority_(?<prio>[0-7])_xoff\\.nic", Signal.PFC_PAUSE_FRAMES)
          .family("(?<way>rx|tx)_priority_(?<prio>[0-7])_xon\\.nic", Signal.PFC_PAUSE_TRANSITIONS)
          .family("link_xoff_(?<way>rx|tx)\\.nic", Signal.GLOBAL_PAUSE_FRAMES)
          .statistic(Signal.PORT_DISCARDS, Direction.RX, "rx_dropped.nic")
          .statistic(Signal.PORT_ERRORS, Direction.RX, "rx_crc_errors.nic")
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
              "optic and link in detail", "mac_(?:local|remote)_faults\\.nic|(?:rx|tx)_lpi_\\w+.*");

  private IrdmaCounters() {}
}
