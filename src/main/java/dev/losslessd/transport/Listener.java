package dev.losslessd.transport;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** A stream of datagrams that nobody asked for. For one caller at a time. */
public interface Listener extends AutoCloseable {
  /** Result when no message came in time. */
  int NOTHING = 0;

  /** Result when some messages were lost: the queue overflowed, or the peer was away. */
  int LOST = -1;

  /**
   * @return length of the next datagram, {@link #NOTHING} or {@link #LOST}
   * @throws TransportException GONE if there is nobody to listen to; the next call tries again
   */
  int next(MemorySegment into, Duration wait);

  @Override
  void close();
}
