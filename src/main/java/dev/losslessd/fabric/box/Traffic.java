package dev.losslessd.fabric.box;

/** What a port of the switch has counted, as the switch sees it. All of it only grows. */
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

  /** PFC frames received. */
  long rxPfc(int priority);

  /** PFC frames sent. */
  long txPfc(int priority);

  /** How long the port was held by PFC, microseconds. */
  long rxPauseMicros(int priority);

  /** How long the port held its neighbour by PFC, microseconds. */
  long txPauseMicros(int priority);

  /** Packets marked with CE on their way out. */
  long marked();

  /** Packets dropped for lack of buffer on their way out. */
  long dropped();
}
