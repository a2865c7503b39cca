package dev.losslessd.files;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Work that a thread for files has been given. It is given up only while its thread is inside a
 * call, and ends as soon as that call returns: it makes nothing more of what it shares with others.
 *
 * @param <T> what it brings
 */
public final class Handed<T> {
  /** Work that is in no file waits for something else, which has a deadline of its own. */
  private static final long LONGEST_MILLIS = Duration.ofMinutes(2).toMillis();

  /** Where the thread is: a {@link Place}, or none of these two. */
  private enum Where {
    IN_NO_FILE,
    GIVEN_UP
  }

  private final Work<T> work;
  private final long deadlineMillis;
  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private final AtomicReference<Object> where = new AtomicReference<>(Where.IN_NO_FILE);
  private volatile @Nullable LateException late;

  Handed(Work<T> work, Duration deadline) {
    this.work = work;
    this.deadlineMillis = deadline.toMillis();
  }

  /** Runs the work, on the thread for files. */
  void run() {
    try {
      T brought = work.run();
      LateException missed = late;
      if (missed == null) {
        answer.complete(brought);
      } else {
        answer.completeExceptionally(missed);
      }
    } catch (IOException | RuntimeException | Error e) {
      LateException missed = late;
      answer.completeExceptionally(missed == null ? e : missed);
    }
  }

  /**
   * The thread goes into a call.
   *
   * @throws CancellationException nobody waits any more
   */
  void enters(Place place) {
    if (!where.compareAndSet(Where.IN_NO_FILE, place)) {
      throw new CancellationException("given up after an access that was late");
    }
  }

  /** The thread comes out of a call; throws as {@link #enters}. */
  void leaves(Place place) {
    if (!where.compareAndSet(place, Where.IN_NO_FILE)) {
      throw new CancellationException("given up after an access that was late");
    }
  }

  boolean isGivenUp() {
    return where.get() == Where.GIVEN_UP;
  }

  void failed(LateException e) {
    late = e;
  }

  /** Waits for a short time; false where the work has not ended by then. */
  public boolean isDoneWithin(Duration time) {
    try {
      answer.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      return true; // thrown to who takes the answer
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return answer.isDone();
  }

  /**
   * Waits until the work has ended, or one of its calls is late. An interrupt waits as well: what
   * the work shares with others is free only then.
   *
   * @throws LateException a call does not return in time
   * @throws IOException what the work throws, as are unchecked ones
   */
  public T get() throws IOException {
    boolean interrupted = false;
    try {
      long slice = Math.clamp(deadlineMillis / 8, 1, 1000);
      for (long waited = 0; waited < LONGEST_MILLIS; waited += slice) {
        try {
          return answer.get(slice, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          requireInTime();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      where.set(Where.GIVEN_UP);
      throw new LateException("reads of files take longer than " + LONGEST_MILLIS / 1000 + " s");
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void requireInTime() throws LateException {
    if (where.get() instanceof Place in && in.isLate()) {
      LateException late = in.late();
      if (where.compareAndSet(in, Where.GIVEN_UP)) {
        throw late;
      }
    }
  }

  private static IOException thrown(@Nullable Throwable cause) {
    return switch (cause) {
      case IOException e -> e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> new IOException(cause);
    };
  }
}
