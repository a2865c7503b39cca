package dev.losslessd.metrics;

import dev.losslessd.model.Burst;
import dev.losslessd.model.Counter;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import java.util.List;

/** Bursts of fast readers, for tests. */
final class Bursts {
  private Bursts() {}

  /** Twenty reads, whose rates sum up to 31,000 a second; the longer window has none yet. */
  static Burst ofCnps(PortId port) {
    return new Burst(
        port,
        Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64),
        List.of(1500.0, Double.NaN),
        List.of(10L, 12L, 13L, 20L, 20L, 20L),
        20,
        31_000);
  }
}
