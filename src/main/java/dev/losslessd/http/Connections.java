package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.http.HttpCounts.Cut;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Open connections of one listener. Holds their number and their deadlines: Jetty's own idle
 * time-out begins anew with each byte, and its connection limit lets the first come keep out all
 * others.
 */
final class Connections extends Handler.Wrapper implements Connection.Listener {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final HttpLimits limits;
  private final HttpTime time;
  private final HttpCounts counts;
  private final Turns turns;
  private final Map<Connection, OpenConnection> open = new ConcurrentHashMap<>();
  private final AtomicBoolean looks = new AtomicBoolean();

  /**
   * @param turns of what is read of them
   */
  Connections(HttpLimits limits, HttpTime time, HttpCounts counts, Turns turns) {
    this.limits = limits;
    this.time = time;
    this.counts = counts;
    this.turns = turns;
  }

  /** Under TLS there are two for a client: the one that asks counts, from before the handshake. */
  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof SslConnection) {
      return;
    }
    long now = time.nanos().getAsLong();
    OpenConnection newest =
        new OpenConnection(connection.getEndPoint(), now, now + limits.header().toNanos());
    open.put(connection, newest);
    displaceFor(newest);
    lookLater();
  }

  @Override
  public void onClosed(Connection connection) {
    open.remove(connection);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Turns.end();
    OpenConnection connection = of(request);
    connection.begins(time.nanos().getAsLong());
    Request.addCompletionListener(
        request,
        _ -> {
          long now = time.nanos().getAsLong();
          connection.ends(now, now + limits.idle().toNanos());
        });
    return super.handle(request, response, callback);
  }

  /** The connection that a request came by. */
  OpenConnection of(Request request) {
    Connection connection = request.getConnectionMetaData().getConnection();
    @Nullable OpenConnection known = open.get(connection);
    // it was closed in the meantime: a state for this last request, which nobody looks at
    return known != null
        ? known
        : new OpenConnection(connection.getEndPoint(), 0, OpenConnection.NEVER);
  }

  /**
   * Whether so many new connections are not read yet that a further one could displace a request.
   *
   * @param coming connections that are accepted and not open yet
   */
  boolean lags(int coming) {
    if (open.size() + coming < limits.connections()) {
      return false;
    }
    long now = time.nanos().getAsLong();
    int unread = coming;
    int room = limits.connections();
    for (Map.Entry<Connection, OpenConnection> one : open.entrySet()) {
      unread += one.getKey().getBytesIn() == 0 && one.getValue().isNew(now) ? 1 : 0;
      room -= one.getValue().waits() || one.getValue().isStrangers(now) ? 0 : 1;
    }
    return 4 * Math.max(unread, turns.waiting()) >= room;
  }

  /** Number of connections that are open. */
  int size() {
    return open.size();
  }

  /**
   * Makes room for the newest, if need be. Those that never asked and those that are idle have one
   * half each of what is left by requests under way: of the group that has more, the one that waits
   * longest goes. Where every other one is being answered, the longest answer to a caller who
   * showed nothing is given up, or else the newest connection itself.
   */
  private synchronized void displaceFor(OpenConnection newest) {
    @Nullable OpenConnection victim = null;
    while (open.size() > limits.connections() && victim != newest) {
      List<OpenConnection> waiting =
          open.values().stream().filter(one -> one != newest && one.waits()).toList();
      boolean manyIdle =
          2 * waiting.stream().filter(OpenConnection::asked).count() >= waiting.size();
      Optional<OpenConnection> longest =
          waiting.stream().filter(one -> one.asked() == manyIdle).min(OpenConnection::compareByUse);
      if (longest.isPresent() && !longest.get().waits()) {
        continue; // its request has begun meanwhile
      }
      victim = longest.or(this::longestStranger).orElse(newest);
      cut(victim, Cut.DISPLACED);
    }
  }

  private Optional<OpenConnection> longestStranger() {
    long now = time.nanos().getAsLong();
    return open.values().stream()
        .filter(one -> one.isStrangers(now))
        .min(OpenConnection::compareByUse);
  }

  private void cut(OpenConnection connection, Cut why) {
    if (open.values().remove(connection)) {
      counts.cut(why);
      connection.cut();
    }
  }

  /** Closes what is overdue. */
  void check() {
    long now = time.nanos().getAsLong();
    for (OpenConnection connection : open.values()) {
      @Nullable Cut why = connection.overdue(now);
      if (why != null) {
        cut(connection, why);
      }
    }
  }

  /** While nobody is connected, nothing wakes up. */
  private void lookLater() {
    @Nullable Scheduler scheduler = getServer() == null ? null : getServer().getScheduler();
    if (scheduler != null && !open.isEmpty() && looks.compareAndSet(false, true)) {
      var _ =
          scheduler.schedule(
              () -> {
                looks.set(false);
                check();
                lookLater();
              },
              LOOK.toMillis(),
              TimeUnit.MILLISECONDS);
    }
  }
}
