package dev.losslessd.fabric.switchbase;

import java.util.function.LongSupplier;

/**
 * A host outside the twin: steady TCP in the default class, no RoCE, no pause.
 *
 * @param micros since the start of the fabric
 * @param octetsPerMilli both ways
 */
record SteadyTraffic(LongSupplier micros, long octetsPerMilli) implements Traffic.Source {
  private static final int PACKET = 1518;

  @Override
  public boolean up() {
    return true;
  }

  @Override
  public long count(Traffic.Count what, int priority) {
    long packets = priority == 0 ? micros.getAsLong() / 1000 * octetsPerMilli / PACKET : 0;
    return switch (what) {
      case IN_PACKETS, OUT_PACKETS -> packets;
      case IN_OCTETS, OUT_OCTETS -> packets * PACKET;
      case RX_PFC, TX_PFC, RX_PAUSE_MICROS, TX_PAUSE_MICROS, MARKED, DROPPED -> 0;
    };
  }
}
