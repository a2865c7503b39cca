package dev.losslessd.http;

import dev.losslessd.config.Config.HttpLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Memory for request bodies of one listener, shared fairly by callers. A body first arrives, and
 * takes its bytes. Only when it is whole does it wait for the memory that it grows into: JSON grows
 * when it is parsed, <code>{},</code> is three bytes and an object of eighty, and only one that is
 * larger than {@code http.limits.smallBody} is handled at a time. So a body that is slow, or of
 * which nobody said how long it will be, holds up no other.
 */
final class BodyMemory {
  /** A parsed body takes up to so many times its bytes. */
  private static final int GROWTH = 32;

  private static final int KIB = 1024;

  /** For all that arrive. */
  private static final int ARRIVING_KIB = 8 * KIB;

  /** For all small bodies together. */
  private static final int SMALL_KIB = 8 * KIB;

  private static final int PIECE = 16 * KIB;

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

  private final HttpLimits limits;
  private final HttpCounts counts;
  private final FairShare arriving;
  private final FairShare small;
  private final FairShare large = new FairShare(1, 1);

  BodyMemory(HttpLimits limits, HttpCounts counts) {
    this.limits = limits;
    this.counts = counts;
    this.arriving =
        new FairShare(ARRIVING_KIB, Math.max(ARRIVING_KIB / 4, kib(limits.largeBody() + PIECE)));
    this.small = new FairShare(SMALL_KIB, Math.max(SMALL_KIB / 2, permits(limits.smallBody())));
  }

  /**
   * A body, and the end of what it takes.
   *
   * @param giveBack the memory that it may grow into
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes of one exchange: handed on, never compared
  record Held(byte[] bytes, boolean large, Runnable giveBack) implements AutoCloseable {
    static final Held NOTHING = new Held(new byte[0], false, () -> {});

    @Override
    public void close() {
      giveBack.run();
    }
  }

  /**
   * Reads a whole body.
   *
   * @param declared Content-Length; negative where it was not told
   * @param caller who sends it
   * @throws ProblemException 413, larger than it may be; 503, other bodies take the memory
   * @throws IOException it did not arrive whole, or not in time
   */
  Held read(InputStream in, long declared, Caller caller) throws IOException {
    int most = caller.isNamed() ? limits.largeBody() : limits.smallBody();
    if (declared > most) {
      throw tooLarge(most);
    }
    try (Arriving body = new Arriving(caller.name())) {
      byte[] bytes = body.read(in, most);
      if (bytes.length == 0) {
        return Held.NOTHING;
      }
      boolean isLarge = bytes.length > limits.smallBody();
      FairShare from = isLarge ? large : small;
      int units = isLarge ? 1 : permits(bytes.length);
      take(from, caller.name(), units);
      return new Held(bytes, isLarge, () -> from.giveBack(caller.name(), units));
    }
  }

  /** A body on its way in, which takes its bytes until it may be handled. */
  private final class Arriving implements AutoCloseable {
    private final String caller;
    private int taken;

    Arriving(String caller) {
      this.caller = caller;
    }

    /** Pieces are put together once: an array that grows would leave as much garbage again. */
    byte[] read(InputStream in, int most) throws IOException {
      List<byte[]> pieces = new ArrayList<>();
      byte[] piece = in.readNBytes(1); // one that is empty takes nothing
      int wanted = 1;
      int size = piece.length;
      while (piece.length == wanted && size <= most) {
        pieces.add(piece);
        take(arriving, caller, kib(PIECE));
        taken += kib(PIECE);
        wanted = Math.min(PIECE, most + 1 - size);
        piece = in.readNBytes(wanted);
        size += piece.length;
      }
      if (size > most) {
        throw tooLarge(most);
      }
      pieces.add(piece);
      ByteBuffer all = ByteBuffer.allocate(size);
      pieces.forEach(all::put);
      return all.array();
    }

    @Override
    public void close() {
      arriving.giveBack(caller, taken);
    }
  }

  private static int kib(int bytes) {
    return (bytes + KIB - 1) / KIB;
  }

  private static int permits(long bytes) {
    return Math.clamp(bytes * GROWTH / KIB, 1, SMALL_KIB);
  }

  private void take(FairShare from, String caller, int units) {
    try {
      if (from.take(caller, units, PATIENCE)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    counts.busy();
    throw ProblemException.busy("requests with bodies");
  }

  private static ProblemException tooLarge(int most) {
    return ProblemException.of(
        413, "too-large", "The body is too large", "the body has more than " + most + " bytes");
  }
}
