package dev.losslessd.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compresses closed files of a journal and writes its checkpoints, on a thread of its own: nobody
 * who reads or appends waits for these. Until a file is packed it stays.
 */
final class Packer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Packer.class);

  private final Segments segments;
  private final Sync sync;
  private final Undisturbed thread = new Undisturbed("journal-packer");

  Packer(Segments segments, Sync sync) {
    this.segments = segments;
    this.sync = sync;
  }

  /** Packs what is closed and not packed yet, soon. */
  void begin() {
    thread.begin(this::all);
  }

  /** Writes a checkpoint, after what was begun. */
  void write(Checkpoint checkpoint) throws IOException {
    thread.run(() -> checkpoint.write(segments.journal(), sync));
  }

  /** Waits until what was begun is done. */
  void await() throws IOException {
    thread.run(() -> {});
  }

  private void all() {
    try {
      for (int number : segments.closed()) {
        if (Files.exists(segments.plain(number))) {
          pack(number);
        }
      }
    } catch (IOException e) {
      LOG.warn(
          "a closed file of journal {} is not compressed, and is tried again with the next: {}",
          segments.journal(),
          StateFolder.reason(e));
    }
  }

  private void pack(int number) throws IOException {
    Path plain = segments.plain(number);
    Path packed = segments.packed(number);
    if (Files.notExists(packed)) {
      Path fresh = packed.resolveSibling(packed.getFileName() + ".new");
      try (InputStream in = new BufferedInputStream(Files.newInputStream(plain));
          FileChannel channel = OwnerOnly.anew(fresh)) {
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
        BlockGzip.pack(in, out);
        out.flush();
        sync.force(fresh, channel, true);
      } catch (IOException e) {
        Files.deleteIfExists(fresh);
        throw e;
      }
      Files.move(fresh, packed, StandardCopyOption.ATOMIC_MOVE);
      JournalWriter.syncFolder(plain, sync);
    }
    Files.delete(plain);
  }

  @Override
  public void close() {
    try {
      await();
    } catch (IOException e) {
      // closed already
    }
    thread.close();
  }
}
