package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import java.util.HashSet;
import java.util.Set;

/**
 * Places for clients that follow events, each with a connection and a thread for as long as it
 * stays. At most half of the connections, so that ordinary requests always find one.
 */
final class EventClients implements AutoCloseable {
  private static final int MOST = 64;

  private final int places;
  private final HttpCounts counts;
  private final Set<Place> held = new HashSet<>();
  private boolean closed;

  EventClients(HttpLimits limits, HttpCounts counts) {
    this.places = Math.clamp(limits.connections() / 2, 1, MOST);
    this.counts = counts;
  }

  /** One client and the thread that serves it. */
  final class Place implements AutoCloseable {
    private final OpenConnection connection;
    private final Thread thread = Thread.currentThread();

    private Place(OpenConnection connection) {
      this.connection = connection;
    }

    private void end() {
      connection.cut();
      thread.interrupt();
    }

    /** Gives the place back; an interrupt that was meant for it does not outlive it. */
    @Override
    public void close() {
      synchronized (EventClients.this) {
        held.remove(this);
      }
      var _ = Thread.interrupted();
    }
  }

  /**
   * Takes a place for the thread that calls.
   *
   * @throws ProblemException 503 with Retry-After: there are as many clients as may be
   */
  synchronized Place take(OpenConnection connection) {
    if (closed || held.size() >= places) {
      counts.busy();
      throw ProblemException.busy("clients that follow events");
    }
    Place place = new Place(connection);
    held.add(place);
    return place;
  }

  /** Number of clients that follow events now. */
  synchronized int size() {
    return held.size();
  }

  /** Ends all clients at once; there are no new ones. */
  @Override
  public synchronized void close() {
    closed = true;
    held.forEach(Place::end);
  }
}
