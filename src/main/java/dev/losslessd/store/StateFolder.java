package dev.losslessd.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * The folder that survives: journal, token, lock. One daemon at a time; readable by its owner
 * alone, because plans tell how a fabric is built.
 */
public final class StateFolder implements AutoCloseable {
  private final Path path;
  private final FileChannel lockFile;

  private StateFolder(Path path, FileChannel lockFile) {
    this.path = path;
    this.lockFile = lockFile;
  }

  /**
   * Makes the folder if need be (mode 0700) and locks it.
   *
   * @param pid of this process, told to whoever comes second
   * @throws StoreException not writable, disk full, or another daemon has it
   */
  public static StateFolder open(Path path, long pid) {
    try {
      make(path);
      FileChannel channel =
          FileChannel.open(
              path.resolve("lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        String holder = holder(channel);
        channel.close();
        throw new StoreException(
            "state folder "
                + path
                + " is in use by another losslessd"
                + holder
                + "; stop it, or name another folder under 'state:'",
            true);
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(Long.toString(pid).getBytes(StandardCharsets.US_ASCII)), 0);
      return new StateFolder(path, channel);
    } catch (IOException e) {
      throw new StoreException(
          "state folder " + path + " cannot be used: " + reason(e) + "; expected a writable folder",
          e);
    }
  }

  public Path path() {
    return path;
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new StoreException("state folder " + path + ": lock not released: " + reason(e), e);
    }
  }

  private static void make(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      Files.createDirectories(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // held by another object of this same process
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(20);
    int read = channel.read(text, 0);
    return read <= 0
        ? ""
        : " (process " + new String(text.array(), 0, read, StandardCharsets.US_ASCII).trim() + ")";
  }

  /** The short text that belongs to people: "No space left on device". */
  static String reason(IOException e) {
    String message = e.getMessage();
    return e instanceof java.nio.file.FileSystemException f && f.getReason() != null
        ? f.getReason() + " (" + f.getFile() + ")"
        : e.getClass().getSimpleName() + (message == null ? "" : " " + message);
  }
}
