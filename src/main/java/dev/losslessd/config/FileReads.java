package dev.losslessd.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads of files that may hang for ever: a pipe that nobody writes to, a file server that is gone.
 * Each runs on a thread of the platform, which holds up no processor of virtual ones, and is waited
 * for up to a deadline. Two may hang on a file and 32 in all; what comes then is refused.
 */
public final class FileReads {
  /** The reads of the daemon. */
  static final FileReads SHARED = new FileReads(Duration.ofSeconds(30), 32);

  private static final int PER_FILE = 2;

  private final Duration deadline;
  private final Semaphore places;
  private final Map<Path, Semaphore> files = new ConcurrentHashMap<>();

  /**
   * @param deadline of a read
   * @param most that may hang
   */
  FileReads(Duration deadline, int most) {
    this.deadline = deadline;
    this.places = new Semaphore(most);
  }

  /**
   * Reads a file up to a number of bytes.
   *
   * @param most bytes that are read
   * @throws LateException it is not read in time
   * @throws IOException it cannot be read
   */
  byte[] bytes(Path file, int most) throws IOException {
    Semaphore place = files.computeIfAbsent(file, _ -> new Semaphore(PER_FILE));
    try {
      if (!place.tryAcquire(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new LateException("earlier reads of it have not come to their end");
      }
      if (!places.tryAcquire(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
        place.release();
        throw new LateException("reads of too many other files have not come to their end");
      }
      CompletableFuture<byte[]> whole = new CompletableFuture<>();
      Thread.ofPlatform()
          .daemon()
          .name("read " + file.getFileName())
          .start(() -> read(file, most, place, whole));
      return whole.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new LateException("reading it takes longer than " + deadline.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException known ? known : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the reading was interrupted", e);
    }
  }

  /** A file that is not read in time; its message says so without its name. */
  static final class LateException extends IOException {
    private static final long serialVersionUID = 1;

    LateException(String message) {
      super(message);
    }
  }

  private void read(Path file, int most, Semaphore place, CompletableFuture<byte[]> whole) {
    try (InputStream in = Files.newInputStream(file)) {
      whole.complete(in.readNBytes(most));
    } catch (IOException | RuntimeException e) {
      whole.completeExceptionally(e);
    } finally {
      places.release();
      place.release();
    }
  }
}
