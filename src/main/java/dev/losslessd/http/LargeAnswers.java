package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.http.HttpCounts.Cut;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places for large answers, so that clients who read slowly cannot fill the heap. A place is held
 * from the making of an answer until the client has taken it.
 *
 * <p>Where all are taken, a client that has not taken a byte for a tenth of a second loses its
 * place to one that waits. Half of the places are kept for connections that have taken an answer
 * quickly before, and these have a second, so that strangers in any number do not keep out a
 * Prometheus that is connected.
 */
final class LargeAnswers {
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);

  private final int places;
  private final HttpTime time;
  private final HttpCounts counts;
  private final int largest;
  private final ReentrantLock lock = new ReentrantLock(true);
  private final Making making;
  private final Condition changed = lock.newCondition();
  private final List<AnswerReader> held = new ArrayList<>();

  /** Kept for the next answer, so that an ordinary scrape makes no garbage. */
  private @Nullable AnswerBuffer spare;

  LargeAnswers(HttpLimits limits, HttpTime time, HttpCounts counts) {
    this.places = limits.largeAnswers();
    this.largest = limits.largestAnswer();
    this.time = time;
    this.counts = counts;
    this.making = new Making(time, Making.LONGEST_WAIT);
  }

  /**
   * Waits up to two seconds for a place.
   *
   * @throws ProblemException 503 with Retry-After: all places are held by clients that read on
   */
  AnswerReader take(OpenConnection connection) {
    long end = time.nanos().getAsLong() + Making.LONGEST_WAIT;
    lock.lock();
    try {
      while (!free(connection)) {
        long now = time.nanos().getAsLong();
        if (!displace(now)) {
          if (now - end >= 0) {
            throw busy();
          }
          var _ = changed.awaitNanos(LOOK);
        }
      }
      AnswerReader place = new AnswerReader(connection, buffer(), time, this::leave);
      held.add(place);
      return place;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw busy();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Makes one answer at a time.
   *
   * @throws ProblemException 503, the making of another one takes long
   */
  HttpReply alone(Supplier<HttpReply> action) {
    return making.alone(action).orElseThrow(this::busy);
  }

  /** Why lists cannot be made now; empty where they can. */
  Optional<String> trouble() {
    return making.lasts().map(seconds -> "a list has been in the making for " + seconds + " s");
  }

  private void leave(AnswerReader place) {
    lock.lock();
    try {
      if (held.remove(place)) {
        place.buffer().clear();
        spare = place.buffer();
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean free(OpenConnection connection) {
    return held.size() < places
        && (connection.quick()
            || held.stream().filter(place -> !place.isQuick()).count() < strangers());
  }

  private int strangers() {
    return Math.max(1, places / 2);
  }

  /** Takes the place of the one that has been stuck the longest, if one is. */
  private boolean displace(long now) {
    boolean full = held.size() >= places;
    Optional<AnswerReader> stuck =
        held.stream()
            .filter(place -> place.isStuck(now) && (full || !place.isQuick()))
            .max(Comparator.comparingLong(place -> place.idle(now)));
    stuck.ifPresent(place -> {
      held.remove(place); // its buffer is still being written from, so it is not used again
      counts.cut(Cut.SLOW_READER);
      place.cut();
    });
    return stuck.isPresent();
  }

  private AnswerBuffer buffer() {
    @Nullable AnswerBuffer kept = spare;
    spare = null;
    return kept == null ? new AnswerBuffer(largest) : kept;
  }

  private ProblemException busy() {
    counts.busy();
    return ProblemException.busy("large answers");
  }
}
