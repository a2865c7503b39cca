package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.http.HttpCounts.Cut;
import java.io.IOException;
import java.io.OutputStream;
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
  /** A reader that takes nothing for longer than this gives way. */
  static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(100);

  /** Longest time per piece for a client that counts as quick, nanoseconds. */
  private static final long QUICK = TimeUnit.MILLISECONDS.toNanos(300);

  /** The patience with one that has been quick before: it may wait for a processor. */
  private static final long PATIENCE_WITH_QUICK = TimeUnit.SECONDS.toNanos(1);

  private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(2);
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);

  private final int places;
  private final HttpTime time;
  private final HttpCounts counts;
  private final int largest;
  private final ReentrantLock lock = new ReentrantLock(true);
  private final ReentrantLock making = new ReentrantLock(true);
  private final Condition changed = lock.newCondition();
  private final List<Place> held = new ArrayList<>();

  /** Kept for the next answer, so that an ordinary scrape makes no garbage. */
  private @Nullable AnswerBuffer spare;

  LargeAnswers(HttpLimits limits, HttpTime time, HttpCounts counts) {
    this.places = limits.largeAnswers();
    this.largest = limits.largestAnswer();
    this.time = time;
    this.counts = counts;
  }

  /** One answer under way. */
  final class Place implements AutoCloseable {
    private final OpenConnection connection;
    private final AnswerBuffer buffer;
    private final long began = time.nanos().getAsLong();
    private volatile long progress = began;
    private volatile boolean writing;

    private Place(OpenConnection connection, AnswerBuffer buffer) {
      this.connection = connection;
      this.buffer = buffer;
    }

    AnswerBuffer buffer() {
      return buffer;
    }

    /** Writes what the buffer holds; blocks until the client has taken it. */
    void writeTo(OutputStream out) throws IOException {
      boolean quick = true;
      progress = time.nanos().getAsLong();
      writing = true;
      for (int i = 0; i < buffer.count(); i++) {
        out.write(buffer.piece(i), 0, buffer.length(i));
        long now = time.nanos().getAsLong();
        quick &= now - progress < (connection.quick() ? PATIENCE_WITH_QUICK : QUICK);
        progress = now;
      }
      connection.quick(quick);
    }

    private boolean stuck(long now) {
      long patience = connection.quick() ? PATIENCE_WITH_QUICK : PATIENCE;
      return writing && now - progress >= patience;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (held.remove(this)) {
          buffer.clear();
          spare = buffer;
        }
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Waits up to two seconds for a place.
   *
   * @throws ProblemException 503 with Retry-After: all places are held by clients that read on
   */
  Place take(OpenConnection connection) {
    long end = time.nanos().getAsLong() + LONGEST_WAIT;
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
      Place place = new Place(connection, buffer());
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
   * Makes one answer at a time: a JSON tree takes some twenty times the bytes that it becomes.
   *
   * @throws ProblemException 503, the making of another one takes long
   */
  HttpReply alone(Supplier<HttpReply> action) {
    boolean taken = false;
    try {
      taken = making.tryLock(LONGEST_WAIT, TimeUnit.NANOSECONDS);
      if (taken) {
        return action.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (taken) {
        making.unlock();
      }
    }
    throw busy();
  }

  private boolean free(OpenConnection connection) {
    return held.size() < places
        && (connection.quick() || held.stream().filter(this::stranger).count() < strangers());
  }

  private boolean stranger(Place place) {
    return !place.connection.quick();
  }

  private int strangers() {
    return Math.max(1, places / 2);
  }

  /** Takes the place of the one that has been stuck the longest, if one is. */
  private boolean displace(long now) {
    boolean full = held.size() >= places;
    Optional<Place> stuck =
        held.stream()
            .filter(place -> place.stuck(now) && (full || stranger(place)))
            .min(Comparator.comparingLong(place -> place.progress - now));
    stuck.ifPresent(place -> {
      held.remove(place); // its buffer is still being written from, so it is not used again
      counts.cut(Cut.SLOW_READER);
      place.connection.cut();
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
    return new ProblemException(Problem.busy("large answers"));
  }
}
