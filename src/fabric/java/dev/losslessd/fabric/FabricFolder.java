package dev.losslessd.fabric;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder that one live fabric has for itself. The kernel drops the lock of a dead one. */
final class FabricFolder implements AutoCloseable {
  private static final String LOCK = "fabric.lock";

  private final Path folder;
  private final FileChannel channel;

  private FabricFolder(Path folder, FileChannel channel) {
    this.folder = folder;
    this.channel = channel;
  }

  /**
   * Creates the folder, or takes over that of a fabric that has died.
   *
   * @throws IOException if a live one has it, or it holds something that is not a fabric's
   */
  static FabricFolder take(Path folder) throws IOException {
    Files.createDirectories(folder);
    if (!Files.exists(folder.resolve(LOCK)) && !isEmpty(folder)) {
      throw new IOException(
          folder + " is not empty and not a fabric's: expected a folder of its own");
    }
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    FileChannel channel =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (lock(channel) == null) {
      channel.close();
      throw new IOException(
          folder + " is in use by a running fabric: stop it or choose another --dir");
    }
    return new FabricFolder(folder, channel);
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  Path path() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
