package dev.losslessd.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Platform threads for calls on files that may block for ever: a FIFO that nobody writes to, a file
 * of sysfs whose NIC waits for its firmware, a file server that is gone. The JDK has no other
 * thread for a carrier that {@code open} or {@code read} holds, so a virtual thread must not make
 * such a call. Threads inside such calls are bounded; idle ones end.
 */
public final class FileThreads {
  private static final int LARGEST = 1024 * 1024;
  private static final Duration IDLE = Duration.ofSeconds(2);

  /**
   * Those of this process, whose threads are limited as a whole: 32. Files of the kernel that hang
   * leave some for secrets.
   */
  public static final FileThreads SHARED =
      new FileThreads(
          new Limit(Duration.ofSeconds(2), 24),
          new Limit(Duration.ofSeconds(30), 8),
          InstantSource.system());

  private final Limit ofKernel;
  private final Limit ofOthers;
  private final InstantSource clock;
  private final Map<String, Place> places = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor workers;

  /**
   * @param ofKernel for files of the kernel
   * @param ofOthers for other files, which may be on a file server
   */
  public FileThreads(Limit ofKernel, Limit ofOthers, InstantSource clock) {
    this.ofKernel = ofKernel;
    this.ofOthers = ofOthers;
    this.clock = clock;
    // bounded by the limits: a thread that has ended its work is not idle at once
    this.workers =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Worker::new);
  }

  /**
   * The place of files of the kernel below a root.
   *
   * @param root of the host
   * @param name of a port, or in words
   */
  public Place place(Path root, String name) {
    return places.computeIfAbsent(key(root) + name, _ -> new Place(this, name, ofKernel));
  }

  /** A file name has no NUL. */
  private static String key(Path root) {
    return root + "\0";
  }

  /** The place of one file that is not of the kernel: a secret, a configuration. */
  public Place place(Path file) {
    String name = file.toString();
    return places.computeIfAbsent(name, _ -> new Place(this, name, ofOthers));
  }

  /**
   * Reads a file that is not of the kernel, up to a number of bytes.
   *
   * @throws LateException it is not read in time
   * @throws IOException it cannot be read
   */
  public byte[] bytes(Path file, int most) throws IOException {
    return place(file).call(file, () -> first(file, most));
  }

  /** First bytes of a file; only for work of a {@link Place}. */
  public static byte[] first(Path file, int most) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(most);
    }
  }

  /**
   * Reads a text of a file that is not of the kernel.
   *
   * @throws IOException it cannot be read in time, is no UTF-8, or has more than 1 MiB
   */
  public String text(Path file) throws IOException {
    byte[] bytes = bytes(file, LARGEST + 1);
    if (bytes.length > LARGEST) {
      throw new IOException(file + " has more than 1 MiB");
    }
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  /**
   * Names in a folder that is not of the kernel, sorted.
   *
   * @throws IOException it cannot be listed
   */
  public List<String> names(Path folder) throws IOException {
    return place(folder)
        .call(
            folder,
            () -> {
              try (Stream<Path> all = Files.list(folder)) {
                return all.map(path -> String.valueOf(path.getFileName())).sorted().toList();
              }
            });
  }

  /** Whether a call on a file is under way, in time or late. */
  public boolean isBusy() {
    return workers.getActiveCount() > 0;
  }

  /** Calls on files of the kernel below a root that have not returned in time. */
  public List<Hang> hangs(Path root) {
    String begin = key(root);
    return places.entrySet().stream()
        .filter(one -> one.getKey().startsWith(begin))
        .map(one -> one.getValue().hang())
        .flatMap(Optional::stream)
        .sorted(Comparator.comparing(Hang::place))
        .toList();
  }

  /**
   * Between the opening of a file and a write.
   *
   * @throws java.util.concurrent.CancellationException the opening took so long that nobody waits
   *     any more
   */
  public static void requireAwaited() {
    Worker.requireAwaited();
  }

  /** Hands work to a thread; what is to be done at its end is done there. */
  <T> Handed<T> begin(Limit limit, Work<T> work, Runnable atEnd) throws LateException {
    if (!limit.free().tryAcquire() && (isFull(limit) || !waited(limit))) {
      throw full(limit);
    }
    Handed<T> handed = new Handed<>(work, limit.deadline());
    try {
      workers.execute(() -> {
        Worker.run(handed);
        limit.free().release();
        atEnd.run();
      });
    } catch (RuntimeException | Error e) {
      limit.free().release();
      throw e;
    }
    return handed;
  }

  private static boolean waited(Limit limit) throws LateException {
    try {
      return limit.free().tryAcquire(limit.deadline().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private boolean isFull(Limit limit) {
    return hangs(limit).count() >= limit.most();
  }

  private Stream<Hang> hangs(Limit limit) {
    return places.values().stream()
        .filter(place -> place.is(limit))
        .map(Place::hang)
        .flatMap(Optional::stream);
  }

  /** That no thread is left. */
  LateException full(Limit limit) {
    String first =
        hangs(limit)
            .min(Comparator.comparing(Hang::since))
            .map(hang -> ", the first: " + hang.text())
            .orElse("");
    return new LateException("accesses to " + limit.most() + " other files do not return" + first);
  }

  static LateException interrupted() {
    Thread.currentThread().interrupt();
    return new LateException("the wait for a file was interrupted");
  }

  long millis() {
    return clock.millis();
  }
}
