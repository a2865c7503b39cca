package dev.losslessd.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Counts what the server refused, for the daemon's own metrics; knows what it cannot make. */
public final class HttpCounts {
  /** Why a connection was closed by the server before its client was done. */
  public enum Cut {
    /** All places were taken and another connection needed one. */
    DISPLACED,
    /** No request came in time. */
    IDLE,
    /** The body did not arrive in time. */
    BODY,
    /** The answer was not taken in time, or a quicker client needed its place. */
    SLOW_READER;

    /** The word in metrics: {@code slow_reader}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final LongAdder[] cuts = new LongAdder[Cut.values().length];
  private final LongAdder wrongTokens = new LongAdder();
  private final LongAdder lockouts = new LongAdder();
  private volatile LongSupplier lockedOut = () -> 0;
  private final List<Supplier<Optional<String>>> watched = new CopyOnWriteArrayList<>();
  private final LongAdder busy = new LongAdder();
  private final LongAdder unexpected = new LongAdder();

  public HttpCounts() {
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = new LongAdder();
    }
  }

  void cut(Cut why) {
    cuts[why.ordinal()].increment();
  }

  void wrongToken() {
    wrongTokens.increment();
  }

  void lockout() {
    lockouts.increment();
  }

  /**
   * @param now how many sources are locked out
   */
  void lockedOut(LongSupplier now) {
    lockedOut = now;
  }

  /**
   * @param trouble why answers of a kind cannot be made; empty where they can
   */
  void watch(Supplier<Optional<String>> trouble) {
    watched.add(trouble);
  }

  /** Why answers cannot be made now. */
  List<String> troubles() {
    return watched.stream().flatMap(one -> one.get().stream()).toList();
  }

  void busy() {
    busy.increment();
  }

  void unexpected() {
    unexpected.increment();
  }

  /** Connections closed early, for this reason. */
  public long cuts(Cut why) {
    return cuts[why.ordinal()].sum();
  }

  /** Requests that carried a bearer token that is not the right one. */
  public long wrongTokens() {
    return wrongTokens.sum();
  }

  /** Sources that were locked out for too many wrong tokens in a row. */
  public long lockouts() {
    return lockouts.sum();
  }

  /** Sources that are locked out now. */
  public long lockedOut() {
    return lockedOut.getAsLong();
  }

  /** Requests answered 503 or 429 because too many like them were under way. */
  public long refusals() {
    return busy.sum();
  }

  /** Requests that met a bug of the daemon's own. */
  public long unexpectedErrors() {
    return unexpected.sum();
  }
}
