package dev.losslessd.fabric.switchbase;

import java.util.function.LongSupplier;

/**
 * A host outside the twin: steady TCP in the default class, no RoCE, no pause.
 *
 * @param micros since the start of the fabric
 * @param octetsPerMilli both ways
 */
record SteadyTraffic(LongSupplier micros, long octetsPerMilli) implements Traffic {
  private static final int PACKET = 1518;

  @Override
  public boolean up() {
    return true;
  }

  @Override
  public long inOctets() {
    return inPackets() * PACKET;
  }

  @Override
  public long inPackets() {
    return micros.getAsLong() / 1000 * octetsPerMilli / PACKET;
  }

  @Override
  public long inOctets(int priority) {
    return priority == 0 ? inOctets() : 0;
  }

  @Override
  public long inPackets(int priority) {
    return priority == 0 ? inPackets() : 0;
  }

  @Override
  public long outOctets() {
    return inOctets();
  }

  @Override
  public long outPackets() {
    return inPackets();
  }

  @Override
  public long outOctets(int group) {
    return group == 0 ? outOctets() : 0;
  }

  @Override
  public long outPackets(int group) {
    return group == 0 ? outPackets() : 0;
  }

  @Override
  public long rxPfc(int priority) {
    return 0;
  }

  @Override
  public long txPfc(int priority) {
    return 0;
  }

  @Override
  public long rxPauseMicros(int priority) {
    return 0;
  }

  @Override
  public long txPauseMicros(int priority) {
    return 0;
  }

  @Override
  public long marked() {
    return 0;
  }

  @Override
  public long dropped() {
    return 0;
  }
}
