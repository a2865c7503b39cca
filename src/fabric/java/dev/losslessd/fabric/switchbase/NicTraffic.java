package dev.losslessd.fabric.switchbase;

import dev.losslessd.fabric.twin.PortCounters;
import dev.losslessd.fabric.twin.Twin;
import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.Priority;

/** The other end of a NIC of the twin: what one sends, the other receives. */
record NicTraffic(Twin twin, TwinPort nic) implements Traffic {
  private PortCounters counters() {
    return nic.counters();
  }

  @Override
  public boolean up() {
    return nic.linkUp();
  }

  @Override
  public long inOctets() {
    return counters().txBytes();
  }

  @Override
  public long inPackets() {
    return counters().txPackets();
  }

  @Override
  public long inOctets(int priority) {
    return counters().txBytes(priority);
  }

  @Override
  public long inPackets(int priority) {
    return counters().txPackets(priority);
  }

  @Override
  public long outOctets() {
    return counters().rxBytes();
  }

  @Override
  public long outPackets() {
    return counters().rxPackets();
  }

  @Override
  public long outOctets(int group) {
    return counters().rxBytes(group);
  }

  @Override
  public long outPackets(int group) {
    return counters().rxPackets(group);
  }

  @Override
  public long rxPfc(int priority) {
    return counters().txPause(priority);
  }

  /** The twin's switch pauses its RoCE priority alone; a NIC without PFC counts them unheeded. */
  @Override
  public long txPfc(int priority) {
    return priority == Priority.of(TwinPort.ROCE_PRIORITY).value()
        ? counters().rxPauseControl()
        : counters().rxPause(priority);
  }

  @Override
  public long rxPauseMicros(int priority) {
    return counters().txPauseMicros(priority);
  }

  @Override
  public long txPauseMicros(int priority) {
    return counters().rxPauseMicros(priority);
  }

  @Override
  public long marked() {
    return counters().ecnMarked();
  }

  @Override
  public long dropped() {
    return twin.switchDrops(nic);
  }
}
