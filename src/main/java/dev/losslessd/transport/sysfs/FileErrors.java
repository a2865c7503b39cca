package dev.losslessd.transport.sysfs;

import dev.losslessd.transport.Errno;
import dev.losslessd.transport.UnitLimit;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Errors of files, and the one that a write would get. */
final class FileErrors {
  private static final Map<String, Integer> ERRNOS =
      Map.of(
          "No such device or address", Errno.ENXIO,
          "Operation not permitted", Errno.EPERM,
          "Invalid argument", Errno.EINVAL,
          "No such process", Errno.ESRCH,
          "No such device", Errno.ENODEV,
          "Operation not supported", Errno.EOPNOTSUPP,
          "Input/output error", Errno.EIO);

  private FileErrors() {}

  /** Java keeps only the text of an errno. */
  static int errno(IOException e) {
    String reason = String.valueOf(e.getMessage());
    if (e instanceof AccessDeniedException) {
      return Errno.EACCES;
    }
    return e instanceof NoSuchFileException
        ? Errno.ENOENT
        : ERRNOS.keySet().stream().filter(reason::endsWith).findFirst().map(ERRNOS::get).orElse(0);
  }

  /**
   * Asks the kernel whether this process may write a file (access(2)), and says why not. It counts
   * the capabilities of root too: without CAP_DAC_OVERRIDE the mode binds root as any other user.
   */
  static Optional<String> whyNotWritten(Path file) throws IOException {
    try {
      file.getFileSystem().provider().checkAccess(file, AccessMode.WRITE);
      return Optional.empty();
    } catch (AccessDeniedException e) {
      int mode = (int) Files.getAttribute(file, "unix:mode") & 0777;
      return Optional.of(
          UnitLimit.FILE_MODES.named(
              "%s has mode %04o, owner %s, and this process has no %s"
                  .formatted(file, mode, Files.getOwner(file).getName(), UnitLimit.OVERRIDE)));
    } catch (FileSystemException e) {
      return Optional.empty(); // not there, or a file system that is read-only
    }
  }
}
