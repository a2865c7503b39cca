package dev.losslessd.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A small file of mode 0600 that is replaced as a whole: readers find the old text or the new. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Also after a crash it is one of both; which one is certain only once its folder is synced.
   *
   * @param file in a folder that exists
   * @param fresh what it is called meanwhile, in the same folder
   * @throws IOException it is the old one still
   */
  public static void write(Path file, Path fresh, String text) throws IOException {
    write(file, fresh, text, Sync.DISK);
  }

  /** As {@link #write(Path, Path, String)}, made durable in another way. */
  static void write(Path file, Path fresh, String text, Sync sync) throws IOException {
    try (FileChannel out = OwnerOnly.anew(fresh)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      sync.force(fresh, out, true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
