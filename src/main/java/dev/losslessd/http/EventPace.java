package dev.losslessd.http;

import java.time.Duration;

/**
 * Times of a client that follows events.
 *
 * @param heartbeat longest silence, so that either side notices that the other is gone
 * @param gather pause after each batch: in a storm of events many go out in one write
 * @param longest time after which the client has to ask again, which it does by itself; nobody
 *     keeps a place for ever, or an access that was taken from him
 */
record EventPace(Duration heartbeat, Duration gather, Duration longest) {
  static final EventPace USUAL =
      new EventPace(Duration.ofSeconds(15), Duration.ofMillis(100), Duration.ofHours(1));
}
