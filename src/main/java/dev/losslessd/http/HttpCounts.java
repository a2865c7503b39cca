package dev.losslessd.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
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

  /** What is counted besides. */
  public enum Event {
    /** A request carried a bearer token that is not the right one. */
    WRONG_TOKEN,
    /** A source was locked out for too many wrong tokens in a row. */
    LOCKOUT,
    /** A request was answered 503 or 429 because too many like it were under way. */
    BUSY,
    /** A request met a bug of the daemon's own. */
    UNEXPECTED
  }

  private final Map<Enum<?>, LongAdder> counts = new ConcurrentHashMap<>();
  private volatile LongSupplier lockedOut = () -> 0;
  private final List<Supplier<Optional<String>>> watched = new CopyOnWriteArrayList<>();

  void cut(Cut why) {
    counter(why).increment();
  }

  void count(Event event) {
    counter(event).increment();
  }

  void busy() {
    count(Event.BUSY);
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

  /** Connections closed early, for this reason. */
  public long cuts(Cut why) {
    return counter(why).sum();
  }

  public long of(Event event) {
    return counter(event).sum();
  }

  /** Sources that are locked out now. */
  public long lockedOut() {
    return lockedOut.getAsLong();
  }

  private LongAdder counter(Enum<?> of) {
    return counts.computeIfAbsent(of, _ -> new LongAdder());
  }
}
