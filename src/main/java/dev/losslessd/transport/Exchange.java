package dev.losslessd.transport;

import java.lang.foreign.MemorySegment;

/**
 * One request, one reply, as the kernel has them. The only seam between drivers and the world
 * below: in production the kernel answers, in the demo the fabric process answers the same bytes on
 * a Unix socket. One caller at a time; implementations need not be safe for threads.
 */
public interface Exchange extends AutoCloseable {
  /**
   * Sends and waits, at most until the deadline that the implementation was made with.
   *
   * @param request its first {@code length} bytes are sent
   * @param reply receives the answer; large enough for the largest one
   * @return the number of bytes in the reply
   * @throws TransportException time-out, no such peer, or an answer that does not fit
   */
  int exchange(MemorySegment request, int length, MemorySegment reply);

  @Override
  void close();
}
