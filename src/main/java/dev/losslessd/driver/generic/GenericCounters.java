package dev.losslessd.driver.generic;

import dev.losslessd.driver.CounterCatalogue;
import dev.losslessd.model.Signal;

/**
 * Counters of NICs that have no driver of their own here: i40e's statistics (i40e_ethtool.c), and
 * the RDMA counters of Soft-RoCE (drivers/infiniband/sw/rxe/rxe_hw_counters.c).
 */
final class GenericCounters {
  static final CounterCatalogue ALL =
      new CounterCatalogue()
          .family("port\\.(?<way>rx|tx)_priority_(?<prio>[0-7])_xoff", Signal.PFC_PAUSE_FRAMES)
          .family("port\\.link_xoff_(?<way>rx|tx)", Signal.GLOBAL_PAUSE_FRAMES)
          .family("(?<way>rx|tx)_pause_frames", Signal.GLOBAL_PAUSE_FRAMES)
          .hardware(Signal.OUT_OF_SEQUENCE, 64, "out_of_seq_request")
          .hardware(Signal.PACKET_SEQUENCE_ERRORS, 64, "rcvd_seq_err")
          .hardware(Signal.DUPLICATE_REQUESTS, 64, "duplicate_request")
          .hardware(Signal.RNR_NAKS, 64, "rcvd_rnr_err")
          .hardware(Signal.RETRIES_EXCEEDED, 64, "retry_exceeded_err")
          .hardware(Signal.LINK_DOWN, 64, "link_downed");

  private GenericCounters() {}
}
