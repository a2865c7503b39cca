package dev.losslessd.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How others see that the process that holds the state folder still turns: a number in the file
 * {@code lease}, which rises as long as it does. There is no time in it, so that no jump of a clock
 * and no pause of the whole host ends a lease; who looks counts his own looks.
 *
 * <p>The file is mapped into memory: a renewal needs no room on the disk. It fails where the file
 * system has become read-only alone.
 *
 * <p>Layout: 8 bytes {@code LLDLEAS1}, then big endian: pid, start ticks, boot id (16 bytes),
 * renewals; 0 of them while the holder starts.
 */
public final class Lease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
  private static final long MAGIC = 0x4c4c_444c_4541_5331L;
  private static final int SIZE = 6 * Long.BYTES;
  private static final int RENEWALS = 5 * Long.BYTES;

  private final MappedByteBuffer file;
  private long renewals;
  private boolean closed;

  /**
   * The lease as another process sees it.
   *
   * @param holder who took it; it may have ended since
   */
  public record Seen(ProcessIdentity holder, long renewals) {}

  private Lease(MappedByteBuffer file) {
    this.file = file;
  }

  /**
   * Takes it for this process, which has the folder's lock. Empty where it cannot be made: then no
   * other process ever takes over from this one.
   */
  static Optional<Lease> take(Path folder, ProcessIdentity self) {
    try (FileChannel channel =
        OwnerOnly.open(
            file(folder),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes =
          ByteBuffer.allocate(SIZE)
              .putLong(MAGIC)
              .putLong(self.pid())
              .putLong(self.startTicks())
              .putLong(self.boot().getMostSignificantBits())
              .putLong(self.boot().getLeastSignificantBits())
              .putLong(0)
              .flip();
      while (bytes.hasRemaining()) {
        channel.write(bytes, bytes.position());
      }
      return Optional.of(new Lease(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE)));
    } catch (IOException e) {
      LOG.warn(
          "no lease in {}: should this daemon hang, 'losslessd recover' leaves it alone: {}",
          folder,
          StateFolder.reason(e));
      return Optional.empty();
    }
  }

  /** Says that this process turns. */
  synchronized void renew() {
    if (closed) {
      return;
    }
    try {
      file.putLong(RENEWALS, ++renewals);
    } catch (InternalError e) { // the JVM's word for a page that its file system does not take
      LOG.warn("the lease cannot be renewed: {}", e.getMessage());
    }
  }

  /** Reads the lease; empty where none was taken, or an earlier release has the folder. */
  public static Optional<Seen> check(Path folder) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file(folder)));
      if (bytes.remaining() < SIZE || bytes.getLong() != MAGIC) {
        return Optional.empty();
      }
      long pid = bytes.getLong();
      long start = bytes.getLong();
      UUID boot = new UUID(bytes.getLong(), bytes.getLong());
      return Optional.of(new Seen(new ProcessIdentity(pid, start, boot), bytes.getLong()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Path file(Path folder) {
    return folder.resolve("lease");
  }

  /** The next holder counts from now on. */
  @Override
  public synchronized void close() {
    closed = true;
  }
}
