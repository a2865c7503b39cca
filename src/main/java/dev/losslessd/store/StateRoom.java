package dev.losslessd.store;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks whether the state folder takes another record and another file. */
final class StateRoom {
  /** Name of a file that exists only while a check creates and deletes it. */
  private static final String PROBE = "probe";

  /** A commit's records are of a few kilobytes; a page of a file system is of four. */
  private static final long LEAST = 64 * 1024;

  /** Creating and deleting a file writes the folder twice, so it is not done at each look. */
  private static final Duration BETWEEN_PROBES = Duration.ofSeconds(30);

  private final Path path;
  private final FileChannel lock;
  private final String holder;

  private @Nullable Instant probed;
  private Optional<String> refused = Optional.empty();

  /**
   * @param holder content of the lock's file, which is written again to try the file system
   */
  StateRoom(Path path, FileChannel lock, String holder) {
    this.path = path;
    this.lock = lock;
    this.holder = holder;
  }

  Optional<Finding> finding(Instant now) {
    try {
      return why().or(() -> creation(now)).map(this::finding);
    } catch (IOException e) {
      return Optional.of(finding("its file system refuses a write: " + StateFolder.reason(e)));
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

  /** A file system without free inodes has bytes left and takes records of files that exist. */
  private synchronized Optional<String> creation(Instant now) {
    Instant last = probed;
    if (last == null || Duration.between(last, now).abs().compareTo(BETWEEN_PROBES) >= 0) {
      probed = now;
      refused = probe();
    }
    return refused;
  }

  private Optional<String> probe() {
    Path probe = path.resolve(PROBE);
    try {
      OwnerOnly.open(probe, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      Files.delete(probe);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("no file can be created in it: " + StateFolder.reason(e));
    }
  }

  private Finding finding(String what) {
    return FindingRule.STATE_UNWRITABLE.at(
        path.toString(),
        what + ": no change can be journaled, so none begins; counters are read as before");
  }
}
