package dev.losslessd.http;

import dev.losslessd.http.HttpCounts.Cut;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.jspecify.annotations.Nullable;

/**
 * One open connection: what it waits for and until when. Deadlines are whole: a client that sends
 * or takes one byte at a time does not prolong them.
 */
final class OpenConnection {
  static final long NEVER = Long.MAX_VALUE;

  /** So long after it was opened, a connection is waited for before others are let in. */
  static final Duration NEW = Duration.ofMillis(100);

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

  private final EndPoint endPoint;
  private long since;
  private long deadline;
  private Cut reason = Cut.IDLE;
  private boolean handling;
  private boolean asked;
  private boolean quick;
  private boolean named;

  /**
   * @param now of the clock that never jumps, nanoseconds
   * @param deadline of the first request's header
   */
  OpenConnection(EndPoint endPoint, long now, long deadline) {
    this.endPoint = endPoint;
    this.since = now;
    this.deadline = deadline;
  }

  /** A request's header has arrived; nothing is due until {@link #due}. */
  synchronized void begins(long now) {
    asked = true;
    handling = true;
    named = false;
    since = now;
    deadline = NEVER;
  }

  /** Sets the end of what goes on now: a body that arrives, an answer that is written. */
  synchronized void due(long at, Cut why) {
    deadline = at;
    reason = why;
  }

  /** Nothing is due while the daemon itself works. */
  synchronized void undue() {
    deadline = NEVER;
  }

  /** The answer has gone out whole; the next request may come. */
  synchronized void ends(long now, long nextDeadline) {
    handling = false;
    since = now;
    due(nextDeadline, Cut.IDLE);
  }

  /** A large answer on it was taken without delay; it may have places that strangers do not get. */
  synchronized void quick(boolean is) {
    quick = is;
  }

  synchronized boolean quick() {
    return quick;
  }

  /** Why it must be closed now; null while it is in time. */
  synchronized @Nullable Cut overdue(long now) {
    return deadline != NEVER && now - deadline >= 0 ? reason : null;
  }

  /** The caller of the request that is answered has shown who it is, or not. */
  synchronized void named(boolean is) {
    named = is;
  }

  /**
   * Whether a caller who showed nothing is answered for a second already, so that it may give way.
   */
  synchronized boolean isStrangers(long now) {
    return handling && !named && now - since >= PATIENCE;
  }

  /** Whether its first request may be on the way. */
  synchronized boolean isNew(long now) {
    return !asked && now - since < NEW.toNanos();
  }

  /** Whether no request of it is being answered, so that closing it loses none. */
  synchronized boolean waits() {
    return !handling;
  }

  /** Whether a request has come by it. */
  synchronized boolean asked() {
    return asked;
  }

  /**
   * Orders connections for displacement: those first that wait longest, and last those that take
   * their answers quickly.
   */
  static int compareByUse(OpenConnection one, OpenConnection other) {
    int byUse = Boolean.compare(one.quick(), other.quick());
    return byUse != 0 ? byUse : Long.compare(one.since(), other.since());
  }

  private synchronized long since() {
    return since;
  }

  /**
   * Closes the connection; reads and writes on it then throw. Under TLS the socket itself, because
   * a client that takes nothing takes no last word either.
   */
  void cut() {
    (endPoint instanceof SslConnection.SslEndPoint tls
            ? tls.getSslConnection().getEndPoint()
            : endPoint)
        .close();
  }
}
