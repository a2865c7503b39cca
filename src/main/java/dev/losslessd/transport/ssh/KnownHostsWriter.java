package dev.losslessd.transport.ssh;

import dev.losslessd.files.FileThreads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Replaces a known_hosts file as a whole; readers find the old lines or the new ones. */
final class KnownHostsWriter {
  /** Times that somebody else may write it meanwhile before we give up. */
  private static final int ATTEMPTS = 3;

  private final Runnable beforeReplacing;

  KnownHostsWriter() {
    this(() -> {});
  }

  /**
   * @param beforeReplacing what happens between writing the new file and taking it for the old one
   */
  KnownHostsWriter(Runnable beforeReplacing) {
    this.beforeReplacing = beforeReplacing;
  }

  /**
   * Changes a file; mode, owner and group stay. It is made where it is missing.
   *
   * @param edit done again where somebody else has changed the file meanwhile
   * @throws IOException the file is as it was
   */
  void change(Path file, UnaryOperator<KnownHostsFile> edit) throws IOException {
    FileThreads.SHARED
        .place(file)
        .call(
            file,
            () -> {
              changeHere(file, edit);
              return file;
            });
  }

  private void changeHere(Path file, UnaryOperator<KnownHostsFile> edit) throws IOException {
    Path real = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<byte[]> before = bytes(real);
      byte[] fresh = edit.apply(KnownHostsFile.parse(before.orElse(new byte[0]))).bytes();
      if (before.filter(old -> Arrays.equals(old, fresh)).isPresent()
          || replaced(real, before, fresh)) {
        return;
      }
    }
    throw new IOException("others write it at the same time");
  }

  private static Optional<byte[]> bytes(Path file) throws IOException {
    return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
  }

  /**
   * @return false if the file is not as before any more; then it is left
   */
  private boolean replaced(Path file, Optional<byte[]> before, byte[] fresh) throws IOException {
    Path next = file.resolveSibling("." + file.getFileName() + ".losslessd");
    try {
      write(next, fresh);
      if (before.isPresent()) {
        keepOwner(file, next);
      }
      beforeReplacing.run();
      Optional<byte[]> now = bytes(file);
      boolean same =
          now.isPresent() == before.isPresent()
              && (now.isEmpty() || Arrays.equals(now.get(), before.orElseThrow()));
      if (same) {
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(file);
      }
      return same;
    } finally {
      Files.deleteIfExists(next);
    }
  }

  private static void write(Path file, byte[] text) throws IOException {
    Files.deleteIfExists(file); // of a crash in the middle
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      ByteBuffer bytes = ByteBuffer.wrap(text);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
  }

  private static void keepOwner(Path from, Path to) throws IOException {
    PosixFileAttributes old = Files.readAttributes(from, PosixFileAttributes.class);
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    PosixFileAttributes made = view.readAttributes();
    if (!made.owner().equals(old.owner())) {
      view.setOwner(old.owner());
    }
    if (!made.group().equals(old.group())) {
      view.setGroup(old.group());
    }
    view.setPermissions(old.permissions());
  }

  private static void syncFolder(Path file) throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
