package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Memory for request bodies of one listener. JSON grows when it is parsed: <code>{},</code> is
 * three bytes and an object of eighty. So what bodies may take together is bounded, and only one
 * that is larger than {@code http.limits.smallBody} is handled at a time.
 */
final class BodyMemory {
  /** A parsed body takes up to so many times its bytes. */
  private static final int GROWTH = 32;

  private static final int KIB = 1024;

  /** For all small bodies together. */
  private static final int SMALL_KIB = 8 * KIB;

  private static final long PATIENCE_SECONDS = 5;

  private final HttpLimits limits;
  private final HttpCounts counts;
  private final Semaphore small = new Semaphore(SMALL_KIB, true);
  private final Semaphore large = new Semaphore(1, true);

  BodyMemory(HttpLimits limits, HttpCounts counts) {
    this.limits = limits;
    this.counts = counts;
  }

  /** A body and the memory that it may grow into; given back when closed. */
  @SuppressWarnings("ArrayRecordComponent") // bytes of one exchange: handed on, never compared
  record Held(byte[] bytes, @Nullable Semaphore from, int permits, boolean large)
      implements AutoCloseable {
    static final Held NOTHING = new Held(new byte[0], null, 0, false);

    @Override
    public void close() {
      if (from != null) {
        from.release(permits);
      }
    }
  }

  /**
   * Reads a whole body.
   *
   * @param declared Content-Length; negative where it was not told
   * @param authority whether a named actor sends it
   * @throws ProblemException 413, larger than it may be; 503, other bodies take the memory
   * @throws IOException it did not arrive whole, or not in time
   */
  Held read(InputStream in, long declared, boolean authority) throws IOException {
    int most = authority ? limits.largeBody() : limits.smallBody();
    if (declared > most) {
      throw tooLarge(most);
    }
    boolean unknown = declared < 0;
    boolean isLarge = declared > limits.smallBody() || (unknown && authority);
    return isLarge
        ? read(in, most, large, 1)
        : read(
            in,
            unknown ? most : (int) declared,
            small,
            permits(unknown ? limits.smallBody() : declared));
  }

  private Held read(InputStream in, int most, Semaphore from, int permits) throws IOException {
    take(from, permits);
    try {
      byte[] bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw tooLarge(most);
      }
      return new Held(bytes, from, permits, from.equals(large));
    } catch (IOException | RuntimeException e) {
      from.release(permits);
      throw e;
    }
  }

  private static int permits(long bytes) {
    return Math.clamp(bytes * GROWTH / KIB, 1, SMALL_KIB);
  }

  private void take(Semaphore from, int permits) {
    boolean taken = false;
    try {
      taken = from.tryAcquire(permits, PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!taken) {
      counts.busy();
      throw new ProblemException(Problem.busy("requests with bodies"));
    }
  }

  private static ProblemException tooLarge(int most) {
    return new ProblemException(
        Problem.of(
            413,
            "too-large",
            "The body is too large",
            "the body has more than " + most + " bytes"));
  }
}
