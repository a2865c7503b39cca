package dev.losslessd.fabric.switchbase;

import dev.losslessd.fabric.twin.PortCounters;
import dev.losslessd.fabric.twin.Twin;
import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.Priority;

/** The other end of a NIC of the twin: what one sends, the other receives. */
record NicTraffic(Twin twin, TwinPort nic) implements Traffic.Source {
  @Override
  public boolean up() {
    return nic.linkUp();
  }

  @Override
  public long count(Traffic.Count what, int priority) {
    PortCounters counters = nic.counters();
    return switch (what) {
      case IN_OCTETS -> counters.txBytes(priority);
      case IN_PACKETS -> counters.txPackets(priority);
      case OUT_OCTETS -> counters.rxBytes(priority);
      case OUT_PACKETS -> counters.rxPackets(priority);
      case RX_PFC -> counters.txPause(priority);
      case TX_PFC -> pauses(counters, priority);
      case RX_PAUSE_MICROS -> counters.txPauseMicros(priority);
      case TX_PAUSE_MICROS -> counters.rxPauseMicros(priority);
      case MARKED -> counters.ecnMarked();
      case DROPPED -> twin.switchDrops(nic);
    };
  }

  /** The twin's switch pauses its RoCE priority alone; a NIC without PFC counts them unheeded. */
  private static long pauses(PortCounters counters, int priority) {
    return priority == Priority.of(TwinPort.ROCE_PRIORITY).value()
        ? counters.rxPauseControl()
        : counters.rxPause(priority);
  }
}
