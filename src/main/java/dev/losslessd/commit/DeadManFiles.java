package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.store.OwnerOnly;
import dev.losslessd.store.StoreException;
import dev.losslessd.store.WholeFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dead-man timer of the host: a file per undecided commit, with the time after which it is undone.
 * The system's timer looks for such files and runs {@code losslessd recover}. The journal, not the
 * file, says what is to be done. A second file beside it has the same moment by the time since
 * boot, which counts as long as the host runs: a clock that is set moves no window.
 */
public record DeadManFiles(Path folder, InstantSource clock, BootClock bootClock, Writer writer)
    implements DeadMan {
  /** A daemon that is started again within this time does it itself. */
  static final Duration GRACE = Duration.ofSeconds(120);

  private static final Logger LOG = LoggerFactory.getLogger(DeadManFiles.class);

  private static final Duration OVERDUE = Duration.ofNanos(-1);

  private static final String SINCE_BOOT = "boot-";

  /** How a small file is replaced as a whole. */
  interface Writer {
    /**
     * @param fresh what it is called meanwhile, in the same folder
     */
    void write(Path file, Path fresh, String text) throws IOException;
  }

  /**
   * @param state folder; the files are in {@code deadman} below it
   */
  public DeadManFiles(Path state, InstantSource clock, BootClock bootClock) {
    this(folder(state), clock, bootClock, WholeFile::write);
  }

  private static Path folder(Path state) {
    return state.resolve("deadman");
  }

  /** Files of exactly those that are open. */
  public void match(Collection<Commit> commits) {
    Set<String> known = new HashSet<>();
    for (Commit commit : commits) {
      onCommit(commit);
      if (commit.open()) {
        known.add(commit.id());
      }
    }
    for (Path file : files(folder)) {
      if (!known.contains(String.valueOf(file.getFileName()))) {
        disarm(String.valueOf(file.getFileName()));
      }
    }
  }

  /** Every new state of a commit. What is begun was armed before; it is only kept up here. */
  public void onCommit(Commit commit) {
    switch (commit) {
      case Commit.Staged staged -> {}
      case Commit.Applying applying -> keepUp(applying.id(), applying.run().started());
      case Commit.AwaitingConfirm open -> keepUp(open.id(), open.deadline());
      case Commit.Undoing undoing -> overdue(undoing.id(), undoing.since());
      case Commit.Confirmed _, Commit.RolledBack _, Commit.Stuck _, Commit.Abandoned _ ->
          disarm(commit.id());
    }
  }

  /**
   * Time until each undecided commit is due, by its id; negative once it is. A file that makes no
   * sense is due: recovering too often does no harm.
   */
  public static SortedMap<String, Duration> left(Path state, Instant now, BootClock bootClock) {
    SortedMap<String, Duration> all = new TreeMap<>();
    for (Path file : files(folder(state))) {
      String id = String.valueOf(file.getFileName());
      try {
        Instant due = Instant.parse(Files.readString(file).strip());
        all.put(id, left(file, bootClock).orElseGet(() -> Duration.between(now, due)));
      } catch (NoSuchFileException e) {
        LOG.debug("decided just now: {}", file);
      } catch (IOException | DateTimeParseException e) {
        all.put(id, OVERDUE);
      }
    }
    return all;
  }

  private static Optional<Duration> left(Path file, BootClock bootClock) {
    try {
      return bootClock.until(Files.readString(sinceBoot(file)));
    } catch (IOException e) {
      return Optional
          .empty(); // of an earlier release, or the disk was full: the wall's clock is left
    }
  }

  private static Path sinceBoot(Path file) {
    return file.resolveSibling(SINCE_BOOT + file.getFileName());
  }

  @Override
  public void arm(String id, Instant begun) {
    try {
      write(id, begun.plus(GRACE));
    } catch (IOException e) {
      disarm(id);
      throw unarmed(id, e);
    }
  }

  @Override
  public void extend(String id, Instant deadline) {
    try {
      write(id, deadline.plus(GRACE));
    } catch (IOException e) {
      if (Files.notExists(folder.resolve(id))) {
        throw unarmed(id, e);
      }
      LOG.error("the dead-man file of commit {} keeps an earlier time: {}", id, e.toString());
    }
  }

  private StoreException unarmed(String id, IOException e) {
    return new StoreException(
        ("commit %s has no dead-man file in %s, and nobody would take it back if this"
                + " daemon died: %s")
            .formatted(id, folder, e.getMessage()),
        e);
  }

  private void keepUp(String id, Instant deadline) {
    try {
      extend(id, deadline);
    } catch (StoreException e) {
      LOG.error("{}", e.getMessage());
    }
  }

  /**
   * Due from now on. A full disk must not leave the time of a window that is over: an empty file
   * makes no sense, and counts as due.
   */
  private void overdue(String id, Instant since) {
    try {
      write(id, since);
    } catch (IOException e) {
      LOG.error("the dead-man file of commit {} is emptied: {}", id, e.toString());
      try (FileChannel file = FileChannel.open(folder.resolve(id), StandardOpenOption.WRITE)) {
        file.truncate(0);
      } catch (IOException left) {
        LOG.error("the dead-man file of commit {} is as it was: {}", id, left.toString());
      }
    }
  }

  private void write(String id, Instant due) throws IOException {
    OwnerOnly.folder(folder);
    Path file = folder.resolve(id);
    if (isWritten(file, due)) {
      return; // told once more, perhaps after the clock was set
    }
    Path fresh = folder.resolve("." + id);
    try {
      Files.deleteIfExists(sinceBoot(file));
      writer.write(file, fresh, due + "\n");
      Optional<String> moment = bootClock.in(Duration.between(clock.instant(), due));
      if (moment.isPresent()) {
        writer.write(sinceBoot(file), fresh, moment.get() + "\n");
      }
      sync();
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private boolean isWritten(Path file, Instant due) throws IOException {
    return left(file, bootClock).isPresent()
        && Files.exists(file)
        && Files.readString(file).equals(due + "\n");
  }

  @Override
  public void disarm(String id) {
    try {
      Files.deleteIfExists(folder.resolve(id));
      Files.deleteIfExists(sinceBoot(folder.resolve(id)));
    } catch (IOException e) {
      LOG.error("dead-man file of commit {} stays: {}", id, e.toString());
    }
  }

  private void sync() throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static Set<Path> files(Path folder) {
    Set<Path> files = new HashSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "c-*")) {
      all.forEach(files::add);
    } catch (NoSuchFileException e) {
      return Set.of();
    } catch (IOException e) {
      LOG.error("dead-man files cannot be listed: {}", e.toString());
    }
    return files;
  }
}
