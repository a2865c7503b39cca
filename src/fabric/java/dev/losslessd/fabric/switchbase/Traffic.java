package dev.losslessd.fabric.switchbase;

import dev.losslessd.model.Priority;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Counters of a port as its switch sees them, since the switch was started; none of them ever
 * decreases. A queue on the way out is that of the priority, or QoS group, of the same number.
 */
public final class Traffic {
  /** What is counted of each priority; the last two are of the whole port. */
  enum Count {
    IN_OCTETS,
    IN_PACKETS,
    OUT_OCTETS,
    OUT_PACKETS,
    RX_PFC,
    TX_PFC,
    RX_PAUSE_MICROS,
    TX_PAUSE_MICROS,
    MARKED,
    DROPPED
  }

  /** Where the counters of a port come from, which go on when its switch starts. */
  interface Source {
    boolean up();

    long count(Count what, int priority);
  }

  private final Source source;
  private final long[][] atBoot = new long[Count.values().length][Priority.COUNT];

  Traffic(Source source) {
    this.source = source;
  }

  /** The switch starts: its counters are zero. */
  void boot() {
    for (Count what : Count.values()) {
      Arrays.setAll(atBoot[what.ordinal()], priority -> source.count(what, priority));
    }
  }

  private long since(Count what, int priority) {
    return source.count(what, priority) - atBoot[what.ordinal()][priority];
  }

  private long since(Count what) {
    return IntStream.range(0, Priority.COUNT).mapToLong(priority -> since(what, priority)).sum();
  }

  public boolean up() {
    return source.up();
  }

  public long inOctets() {
    return since(Count.IN_OCTETS);
  }

  public long inPackets() {
    return since(Count.IN_PACKETS);
  }

  /** Octets received in this priority. */
  public long inOctets(int priority) {
    return since(Count.IN_OCTETS, priority);
  }

  public long inPackets(int priority) {
    return since(Count.IN_PACKETS, priority);
  }

  public long outOctets() {
    return since(Count.OUT_OCTETS);
  }

  public long outPackets() {
    return since(Count.OUT_PACKETS);
  }

  public long outOctets(int group) {
    return since(Count.OUT_OCTETS, group);
  }

  public long outPackets(int group) {
    return since(Count.OUT_PACKETS, group);
  }

  public long rxPfc() {
    return since(Count.RX_PFC);
  }

  public long txPfc() {
    return since(Count.TX_PFC);
  }

  /** PFC frames received for this priority. */
  public long rxPfc(int priority) {
    return since(Count.RX_PFC, priority);
  }

  /** PFC frames sent for this priority. */
  public long txPfc(int priority) {
    return since(Count.TX_PFC, priority);
  }

  /** Time for which PFC held the port, in microseconds. */
  public long rxPauseMicros(int priority) {
    return since(Count.RX_PAUSE_MICROS, priority);
  }

  /** Time for which the port held its neighbour by PFC, in microseconds. */
  public long txPauseMicros(int priority) {
    return since(Count.TX_PAUSE_MICROS, priority);
  }

  /** Packets marked with CE on their way out. */
  public long marked() {
    return since(Count.MARKED, 0);
  }

  /** Packets dropped for lack of buffer on their way out. */
  public long dropped() {
    return since(Count.DROPPED, 0);
  }
}
