package dev.losslessd.transport.netlink;

import java.time.Duration;
import java.util.Optional;

/** Changes on this host as they happen. For one caller at a time. */
public interface EventSource extends AutoCloseable {
  /**
   * The next event, or nothing when the time is over.
   *
   * @throws dev.losslessd.transport.TransportException GONE if there is nothing to listen to; the
   *     next call tries again
   */
  Optional<Event> next(Duration wait);

  @Override
  void close();
}
