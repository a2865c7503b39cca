package dev.losslessd.store;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one log of a state folder: a line of JSON for each {@link Entry}, chained to the one before
 * by its hash, and durable when {@link #append} returns. One process has it open at a time. Plans
 * stay on the disk: in memory is where each commit's lines are.
 *
 * <p>A file that is full is closed, compressed and kept: the audit is a view of all of them. A
 * start reads the checkpoint and what stands behind it. A tail that a crash left of a write is
 * moved aside, to {@code journal.torn-EPOCH}, and reported: it never was durable. A head beside the
 * journal says how long it was: where it is shorter, a start finds it {@link #ahead}.
 *
 * <p>Damage is refused, in the last line as in any other, and the file is left as it is. A daemon
 * that started frozen instead would have to guess what the line was, and its next entry would stand
 * behind the damage. One that does not start writes nothing and undoes nothing; devices with a
 * timer of their own still roll back what was not confirmed. What stands before the checkpoint is
 * looked at when it is needed, and by {@link JournalCheck}.
 *
 * <p>What changes belongs to one thread, and what was written is read by another: a caller waits
 * for them and holds no lock. A reader waits for no line that is being written.
 */
public final class Journal implements AutoCloseable {
  /** Bytes after which a file is closed and the next one begins. */
  public static final long FULL = 8L * 1024 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  /** So many lines, or so many bytes, behind a checkpoint are read quickly at a start. */
  private static final int TAIL = 256;

  private static final long TAIL_BYTES = 4 * 1024 * 1024;

  /** Bytes that are read at once for a replay. */
  private static final int PART = 256 * 1024;

  private final Path file;
  private final Undisturbed disk;
  private final Undisturbed reading = new Undisturbed("journal-reads");
  private final JournalWriter writer;
  private final JournalReads reads;
  private final Packer packer;
  private final Optional<Path> torn;
  private final Ahead ahead;
  private volatile Snapshot base;
  private final JournalScan.Place from;
  private final AtomicLong errors = new AtomicLong();

  private volatile JournalScan.Place checkpointed;

  private Journal(
      Path file, Sync sync, Undisturbed disk, Segments segments, JournalOpening.Opened opened) {
    this.file = file;
    this.disk = disk;
    this.writer = opened.writer();
    this.reads = new JournalReads(segments);
    this.packer = new Packer(segments, sync);
    this.torn = opened.torn();
    this.ahead = opened.ahead();
    this.base = opened.base();
    this.from = opened.from();
    this.checkpointed = opened.from();
  }

  /**
   * Opens or makes the file.
   *
   * @param now for the name of what a crash has left
   * @throws StoreException unreadable, damaged, of another format, or open in another process
   */
  public static Journal open(Path file, Instant now) {
    return open(file, now, Sync.DISK);
  }

  /** As {@link #open(Path, Instant)}, made durable in another way. */
  public static Journal open(Path file, Instant now, Sync sync) {
    return open(file, now, sync, JournalHead.beside(file), FULL);
  }

  /**
   * Opens or makes the file.
   *
   * @param head file that says how long the journal is
   * @param full bytes after which a file is closed and the next one begins
   * @throws StoreException unreadable, damaged, of another format, or open in another process
   */
  public static Journal open(Path file, Instant now, Sync sync, Path head, long full) {
    Undisturbed disk = new Undisturbed("journal");
    Segments segments = new Segments(file);
    try {
      JournalOpening.Opened opened =
          disk.call(() -> new JournalOpening(segments, head, now, sync, full).open());
      Journal journal = new Journal(file, sync, disk, segments, opened);
      journal.packer.begin();
      return journal;
    } catch (IOException e) {
      throw new StoreException(
          "journal " + file + " cannot be opened: " + StateFolder.reason(e), e);
    }
  }

  /**
   * The file that says how long a journal is.
   *
   * @param folder of it; empty for the journal's own
   */
  public static Path head(Path file, Optional<Path> folder) {
    Path beside = JournalHead.beside(file);
    return folder.map(one -> one.resolve(beside.getFileName())).orElse(beside);
  }

  /** Where the tail is that a crash had left and that was moved aside at opening. */
  public Optional<Path> torn() {
    return torn;
  }

  /** What the head knew at opening and the files had not. */
  public Ahead ahead() {
    return ahead;
  }

  /** State before the first entry of {@link #replay}; it is not kept after that. */
  public Snapshot base() {
    return base;
  }

  /** Entries from {@link #base} to now, oldest first; none of them is kept. */
  public void replay(Consumer<Entry> each) {
    base.entries().forEach(each);
    long until = onDisk(writer::bytes);
    for (JournalScan.Place at = from; at.place() < until; ) {
      JournalScan.Place here = at;
      JournalReads.Part part = read(() -> reads.part(here, until, PART));
      part.lines().forEach(line -> each.accept(EntryLine.entry(line, file)));
      at = part.next();
    }
    base = Snapshot.NOTHING;
  }

  /**
   * Writes one entry and waits until it is on the disk. An interrupt of the caller changes nothing.
   *
   * @throws StoreException disk full or broken, or more than is read back; the journal is as it was
   */
  public void append(Entry entry) {
    byte[] object = EntryLine.object(entry);
    requireReadable(object);
    try {
      disk.run(() -> {
        if (writer.append(entry, object)) {
          packer.begin();
        }
      });
    } catch (IOException e) {
      errors.incrementAndGet();
      StoreException failed =
          new StoreException("journal " + file + " cannot be written: " + StateFolder.reason(e), e);
      LOG.error("{}", failed.getMessage());
      throw failed;
    }
  }

  /** An entry was not written, as a file that it needs beside it could not be. */
  public void lacked(StoreException why) {
    errors.incrementAndGet();
    LOG.error("{}", why.getMessage());
  }

  /** How many entries could not be written since the start. */
  public long errors() {
    return errors.get();
  }

  private void requireReadable(byte[] object) {
    int most = Lines.LARGEST - Link.TAIL - 32;
    if (object.length > most) {
      throw new StoreException(
          ("journal %s: a line of %s bytes is not written, expected at most %s; change"
                  + " fewer ports at once")
              .formatted(file, object.length, most));
    }
  }

  /**
   * The entries that say what a commit is and how it ended, read from the disk; none where it is
   * not known.
   *
   * @throws StoreException a file cannot be read, or is damaged there
   */
  public List<Entry> of(String commit) {
    return of(List.of(commit)).getFirst();
  }

  /** Entries of several commits, in their order, by one call to the disk. */
  public List<List<Entry>> of(List<String> commits) {
    List<long[]> places =
        commits.stream()
            .map(one -> writer.index().places(CommitIds.number(one).orElse(-1)))
            .toList();
    int newest = writer.newest(); // not older than the places
    return read(() -> lines(places, newest)).stream()
        .map(one -> one.stream().map(line -> EntryLine.entry(line, file)).toList())
        .toList();
  }

  private List<List<byte[]>> lines(List<long[]> places, int newest) throws IOException {
    List<List<byte[]>> all = new ArrayList<>();
    for (long[] of : places) {
      List<byte[]> one = new ArrayList<>();
      for (long place : of) {
        one.add(reads.line(place, newest));
      }
      all.add(one);
    }
    return all;
  }

  private <T> T onDisk(Undisturbed.Work<T> work) {
    return call(disk, work);
  }

  /** The last file may be closed in the middle, and then has another name. */
  private <T> T read(Undisturbed.Work<T> work) {
    return call(
        reading,
        () -> {
          try {
            return work.run();
          } catch (ClosedChannelException e) {
            return work.run();
          }
        });
  }

  private <T> T call(Undisturbed thread, Undisturbed.Work<T> work) {
    try {
      return thread.call(work);
    } catch (IOException e) {
      throw new StoreException("journal " + file + " cannot be read: " + StateFolder.reason(e), e);
    }
  }

  /**
   * Ids of commits, newest first.
   *
   * @param before only those with a lower number
   */
  public List<String> commits(int before, int limit) {
    List<String> ids = new ArrayList<>();
    for (int number : writer.index().below(before, limit)) {
      ids.add(CommitIds.of(number));
    }
    return ids;
  }

  /** How many commits are kept. */
  public int size() {
    return writer.index().size();
  }

  /**
   * The id of a commit by its place.
   *
   * @param place from 0, the oldest, to {@link #size}, exclusive
   */
  public String commit(int place) {
    return CommitIds.of(writer.index().at(place));
  }

  /** Whether a start would have much to read behind the last checkpoint. */
  public boolean wantsCheckpoint() {
    JournalScan.Place end = onDisk(writer::end);
    JournalScan.Place known = checkpointed;
    return end.link().lines() - known.link().lines() >= TAIL
        || end.place() - known.place() >= TAIL_BYTES;
  }

  /**
   * What all entries so far come to, at this place. Only the next start is slower without.
   *
   * @param now of all entries that were appended
   * @return writes it down; it throws a {@link StoreException} where the disk is full or broken
   */
  public Runnable checkpoint(Snapshot now) {
    Checkpoint here = onDisk(() -> writer.checkpoint(now));
    return () -> {
      try {
        packer.write(here);
        checkpointed = new JournalScan.Place(here.file(), here.place(), here.link());
      } catch (IOException e) {
        throw new StoreException(
            "checkpoint of journal " + file + " cannot be written: " + StateFolder.reason(e), e);
      }
    };
  }

  /**
   * Forgets commits that are no longer kept: they are neither listed nor read any more. Their lines
   * stay in the closed files, for the audit. It holds over a start with the next checkpoint.
   *
   * @param kept whether a commit stays, by its number
   */
  public void retain(IntPredicate kept) {
    writer.index().retain(kept);
  }

  /** Waits until closed files are compressed. */
  void settle() throws IOException {
    packer.await();
  }

  @Override
  public void close() {
    if (disk.isClosed()) {
      return;
    }
    try {
      packer.close();
      reading.run(reads::close);
      disk.run(writer::close);
    } catch (IOException e) {
      throw new StoreException("journal " + file + ": " + StateFolder.reason(e), e);
    } finally {
      reading.close();
      disk.close();
    }
  }
}
