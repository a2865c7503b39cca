package dev.losslessd.fabric.switchbase;

/** Counters of a port as the switch sees them; none of them ever decreases. */
public interface Traffic {
  boolean up();

  long inOctets();

  long inPackets();

  /** Octets received in this priority. */
  long inOctets(int priority);

  long inPackets(int priority);

  long outOctets();

  long outPackets();

  /** Octets sent from the queue of this QoS group, which is the priority of the same number. */
  long outOctets(int group);

  long outPackets(int group);

  /** PFC frames received for this priority. */
  long rxPfc(int priority);

  /** PFC frames sent for this priority. */
  long txPfc(int priority);

  /** Time for which PFC held the port, in microseconds. */
  long rxPauseMicros(int priority);

  /** Time for which the port held its neighbour by PFC, in microseconds. */
  long txPauseMicros(int priority);

  /** Packets marked with CE on their way out. */
  long marked();

  /** Packets dropped for lack of buffer on their way out. */
  long dropped();
}
