package dev.losslessd.transport.snmp;

import java.time.Duration;
import java.util.Optional;

/**
 * How much one agent is asked for at once, as it bears it: objects per answer, requests under way,
 * and how long an answer may take before it counts as lost. All of it starts low and grows while
 * answers are whole and quick.
 */
final class CongestionWindow {
  /** Objects of the first answer; so many counters fit into one Ethernet frame. */
  static final int FIRST = 48;

  static final int LEAST = 4;

  /** Most objects of an answer per row of one GETBULK: so many counters are some 10 KB. */
  private static final int FRAMES = 16;

  private static final int WIDEST = 4;

  /** Answers that were cut are not tried again before so many that were whole. */
  private static final int PATIENCE = 200;

  private static final long SHORTEST_NANOS = 200_000_000L;

  /** Times the usual answer of an agent. */
  private static final int SLOWEST = 4;

  /** Part of the requests. */
  private static final double LOSSY = 0.1;

  private static final int LOSSY_ATTEMPTS = 5;

  /** Requests that tell of the loss. */
  private static final double MEMORY = 20;

  private final long longestNanos;
  private final int most;
  private int ceiling;
  private int objects;
  private int window = 2;
  private int whole;
  private long smoothNanos;
  private long jitterNanos;
  private double loss;

  /**
   * @param timeout the longest that an answer may take
   * @param maxRepetitions rows of one GETBULK that are asked for in general
   */
  CongestionWindow(Duration timeout, int maxRepetitions) {
    this.longestNanos = timeout.toNanos();
    this.most = Math.max(LEAST, FRAMES * maxRepetitions);
    this.ceiling = most;
    this.objects = Math.min(FIRST, most);
  }

  /** Objects that an answer may have. */
  synchronized int objects() {
    return objects;
  }

  /** Requests that may be under way. */
  synchronized int window() {
    return window;
  }

  /**
   * Returns how long one answer may take: RFC 6298, with a floor, as agents are busy at times. For
   * an agent that was found to be slow it may be more than the longest.
   *
   * @param attempt 0 for the first
   */
  synchronized Duration timeout(int attempt) {
    long first = first();
    return Duration.ofNanos(
        Math.min(Math.max(longestNanos, SLOWEST * first), first << doublings(attempt)));
  }

  /**
   * Returns how long until a request is sent again while the answer to the first one still counts.
   *
   * @param attempt 0 for the first
   */
  synchronized Duration pause(int attempt) {
    long first = first();
    return Duration.ofNanos(Math.min(Math.max(longestNanos, first), first << doublings(attempt)));
  }

  /** On a line that loses much, silence is no sign of an agent that has too much to do. */
  private int doublings(int attempt) {
    return Math.min(loss > LOSSY ? attempt / 2 : attempt, 5);
  }

  private long first() {
    return smoothNanos == 0
        ? longestNanos
        : Math.max(Math.min(longestNanos, SHORTEST_NANOS), smoothNanos + 4 * jitterNanos);
  }

  /** A time as the agent has taken it of late; empty before it has answered. */
  synchronized Optional<Duration> roundTrip() {
    return smoothNanos == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(smoothNanos));
  }

  /** Part of the requests of late that got no answer, 0 to 1. */
  synchronized double loss() {
    return loss;
  }

  /** An answer came, or none. */
  synchronized void came(boolean answer) {
    loss += ((answer ? 0 : 1) - loss) / MEMORY;
  }

  /**
   * An answer, and what it took from its own request on.
   *
   * @param asked objects that it might have had
   */
  synchronized void timed(long nanos, int asked) {
    if (smoothNanos == 0) {
      smoothNanos = Math.max(1, nanos);
      jitterNanos = nanos / 2;
    } else {
      jitterNanos += (Math.abs(nanos - smoothNanos) - jitterNanos) / 4;
      smoothNanos += (nanos - smoothNanos) / 8;
    }
    if (nanos * 2 > longestNanos && nanos > 2 * smoothNanos) {
      objects = Math.max(LEAST, objects * 3 / 4);
    } else if ((nanos * 8 <= longestNanos || nanos * 4 <= smoothNanos * 5)
        && asked * 2 >= objects) {
      objects = Math.min(ceiling, objects + objects / 2);
    }
  }

  /** An answer that had all that it might have had. */
  synchronized void whole() {
    window = Math.min(WIDEST, window + 1);
    if (++whole >= PATIENCE) {
      whole = 0;
      ceiling = Math.min(most, ceiling + ceiling / 4 + 1);
    }
  }

  /** An answer that was cut: the agent has no room for more. */
  synchronized void cut(int got) {
    ceiling = Math.max(1, Math.min(ceiling, got));
    objects = Math.min(objects, ceiling);
    whole = 0;
  }

  /** The agent said {@code tooBig}. */
  synchronized void tooBig(int asked) {
    cut(Math.max(1, Math.min(asked, objects) / 2));
  }

  /**
   * No answer. Once is bad luck; twice, the request may be too large. Where much is lost whatever
   * its size, smaller requests are only more of them to be lost.
   *
   * @param attempts that were made, 1 or more
   */
  synchronized void silent(int attempts) {
    boolean lossy = loss > LOSSY;
    window = Math.max(lossy ? 2 : 1, window / 2);
    if (attempts >= (lossy ? LOSSY_ATTEMPTS : 2)) {
      objects = Math.max(Math.min(objects, lossy ? FIRST / 2 : LEAST), objects / 2);
    }
  }
}
