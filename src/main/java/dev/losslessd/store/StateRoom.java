package dev.losslessd.store;

import dev.losslessd.model.Finding;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether the state folder takes another record.
 *
 * @param holder what the lock's file holds, and is written once more to try the file system
 */
record StateRoom(Path path, FileChannel lock, String holder) {
  /** A commit's records are of a few kilobytes; a page of a file system is of four. */
  private static final long LEAST = 64 * 1024;

  Optional<Finding> finding(Instant now) {
    try {
      return why().map(what -> finding(what, now));
    } catch (IOException e) {
      return Optional.of(finding("its file system refuses a write: " + StateFolder.reason(e), now));
    }
  }

  /**
   * One write is tried, because ext4 that has met an error is still listed as writable (Linux,
   * {@code emergency_ro} in fs/ext4). The list of mounts is not asked: for a folder that a unit has
   * writable on a root that it has not, Java takes the root's line of it.
   */
  private Optional<String> why() throws IOException {
    long left = Files.getFileStore(path).getUsableSpace();
    if (left < LEAST) {
      return Optional.of("its file system has " + left + " bytes left");
    }
    if (!Files.isWritable(path.resolve("journal"))) {
      return Optional.of("its file 'journal' cannot be written");
    }
    int _ = lock.write(StandardCharsets.UTF_8.encode(holder), 0);
    return Optional.empty();
  }

  private Finding finding(String what, Instant now) {
    return new Finding(
        "state-unwritable",
        Finding.Severity.CRITICAL,
        path.toString(),
        what + ": no change can be journaled, so none begins; counters are read as before",
        "make room, or make it writable again; a file system mounted anew needs a restart",
        now);
  }
}
