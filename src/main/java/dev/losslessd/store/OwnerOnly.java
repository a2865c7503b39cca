package dev.losslessd.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files of mode 0600 and folders of mode 0700, whatever the umask. */
public final class OwnerOnly {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");

  private OwnerOnly() {}

  /**
   * Opens a file; one that is made, or was there with another mode, has mode 0600 afterwards. A
   * link is not followed: what is recorded would lie elsewhere, and another file would be written.
   *
   * @param options as of {@link FileChannel#open}
   * @throws FileSystemException it is a link
   */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    if (Files.isSymbolicLink(file)) {
      throw new FileSystemException(
          file.toString(), null, "it is a symbolic link, expected a file");
    }
    Set<OpenOption> all = new HashSet<>(Set.of(options));
    all.add(LinkOption.NOFOLLOW_LINKS);
    FileChannel channel = FileChannel.open(file, all, PosixFilePermissions.asFileAttribute(FILE));
    tighten(file);
    return channel;
  }

  /** What is made of something open. */
  @FunctionalInterface
  interface Use<C, T> {
    T of(C open) throws IOException;
  }

  /** What is made of something open, which is closed if that fails. */
  static <C extends Closeable, T> T kept(C open, Use<C, T> use) throws IOException {
    try {
      return use.of(open);
    } catch (IOException | RuntimeException | Error e) {
      open.close();
      throw e;
    }
  }

  /** Opens a file to be written from its start. */
  static FileChannel anew(Path file) throws IOException {
    return open(
        file,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE);
  }

  /** Makes a folder and its parents where they are missing; one that is there stays as it is. */
  static void make(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
    }
  }

  /** Makes a folder where it is missing; it has mode 0700 afterwards. */
  public static void folder(Path folder) throws IOException {
    make(folder);
    tighten(folder);
  }

  /** Takes from others what they may do with a file or folder, and logs it; a device is left. */
  static void tighten(Path path) {
    if (!Files.isRegularFile(path) && !Files.isDirectory(path)) {
      return;
    }
    Set<PosixFilePermission> wanted = Files.isDirectory(path) ? FOLDER : FILE;
    try {
      Set<PosixFilePermission> is = Files.getPosixFilePermissions(path);
      if (is.equals(wanted)) {
        return;
      }
      Files.setPosixFilePermissions(path, wanted);
      if (!wanted.containsAll(is)) {
        LOG.warn(
            "{} had mode {}, which lets others in; it has mode {} now",
            path,
            PosixFilePermissions.toString(is),
            PosixFilePermissions.toString(wanted));
      }
    } catch (IOException e) {
      LOG.warn("{} may be open to others: {}", path, StateFolder.reason(e));
    }
  }
}
