package dev.losslessd.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Append-only file of {@link Entry}s, each durable when {@link #append} returns. One process has it
 * open at a time. Plans stay on the disk: in memory is where each commit's records stand.
 *
 * <p>Layout: 8 bytes {@code LLDJRNL} and the format version, then records of u32 length, u32
 * CRC-32C of the body, body: 32 bytes SHA-256 over the hash of the record before and the payload,
 * then the payload; big endian. A compacted journal begins with the state that the dropped records
 * came to. A tail that a crash left of a write is moved aside, to {@code journal.torn-EPOCH}, and
 * reported: it never was durable.
 *
 * <p>Damage is refused, in the last record as in any other, and the file is left as it is. A daemon
 * that started frozen instead would have to guess what the record was, and its next entry would
 * stand behind the damage. One that does not start writes nothing and undoes nothing; devices with
 * a timer of their own still take back what nobody confirmed. What stands before the checkpoint is
 * looked at when it is needed, and by {@link JournalCheck}.
 */
public final class Journal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  /** Version of the layout; a newer one is refused, the older one is carried over. */
  public static final int FORMAT = 2;

  /** So many records, or so many bytes, behind a checkpoint are read quickly at a start. */
  private static final int TAIL = 256;

  private static final long TAIL_BYTES = 4 * 1024 * 1024;

  private final Path file;
  private final Sync sync;
  private final Undisturbed disk;
  private final Optional<Path> torn;
  private JournalFile records;
  private Records known;
  private Snapshot base;
  private long replayFrom;
  private long checkpointed;
  private int behind;
  private boolean unsyncedFolder;
  private volatile long errors;

  private Journal(Path file, Sync sync, Undisturbed disk, JournalOpening.Opened opened) {
    this.file = file;
    this.sync = sync;
    this.disk = disk;
    this.records = opened.file();
    this.known = opened.records();
    this.base = opened.base();
    this.replayFrom = opened.from();
    this.torn = opened.torn();
    this.checkpointed = opened.from();
  }

  /**
   * Opens or makes the file.
   *
   * @param now for the name of what a crash has left
   * @throws StoreException unreadable, damaged, of a newer format, or open in another process
   */
  public static Journal open(Path file, Instant now) {
    return open(file, now, Sync.DISK);
  }

  /**
   * Opens or creates the file with another way to make it durable.
   *
   * @throws StoreException unreadable, damaged, of a newer format, or open in another process
   */
  public static Journal open(Path file, Instant now, Sync sync) {
    Undisturbed disk = new Undisturbed("journal");
    try {
      return new Journal(
          file, sync, disk, disk.call(() -> new JournalOpening(file, now, sync).open()));
    } catch (IOException e) {
      throw new StoreException(
          "journal " + file + " cannot be opened: " + StateFolder.reason(e), e);
    }
  }

  /** Where the tail is that a crash had left and that was moved aside at opening. */
  public Optional<Path> torn() {
    return torn;
  }

  /** State before the first entry of {@link #replay}. */
  public synchronized Snapshot base() {
    return base;
  }

  /** Entries from {@link #base} to now, oldest first; none of them is kept. */
  public synchronized void replay(Consumer<Entry> each) {
    base.entries().forEach(each);
    long end = records.end();
    var _ = walk(replayFrom, end, Integer.MAX_VALUE, (_, payload) -> each.accept(decode(payload)));
  }

  /** What was confirmed, taken back or stuck, also where its records were dropped. */
  public synchronized Ends ends() {
    return known.ends();
  }

  /**
   * Writes one entry and waits until it is on the disk. An interrupt of the caller changes nothing.
   *
   * @throws StoreException disk full or broken, or more than is read back; the file is as it was
   */
  public synchronized void append(Entry entry) {
    byte[] payload = EntryCodec.encode(entry);
    requireReadable(payload);
    long at = records.end();
    Link before = records.last();
    try {
      disk.run(() -> {
        syncFolder();
        records.cut(); // of what failed before and could not be cut back
        records.write(payload);
        records.force(false);
      });
    } catch (IOException | RuntimeException | Error e) {
      errors++;
      records.standsAt(at, before);
      cutBack();
      StoreException failed = failed(e);
      LOG.error("{}", failed.getMessage());
      throw failed;
    }
    known.take(at, payload);
    behind++;
  }

  /** An entry was not written, as a file that it needs beside it could not be. */
  public synchronized void lacked(StoreException why) {
    errors++;
    LOG.error("{}", why.getMessage());
  }

  /** How many entries could not be written since the start. */
  public long errors() {
    return errors;
  }

  private void requireReadable(byte[] payload) {
    int most = JournalReader.LARGEST - Link.SIZE;
    if (payload.length > most) {
      throw new StoreException(
          "journal "
              + file
              + ": a record of "
              + payload.length
              + " bytes is not written, expected at most "
              + most
              + "; change fewer ports at once");
    }
  }

  private StoreException failed(Throwable e) {
    return switch (e) {
      case IOException io ->
          new StoreException(
              "journal " + file + " cannot be written: " + StateFolder.reason(io), io);
      case RuntimeException broken -> throw broken;
      case Error error -> throw error;
      default -> throw new IllegalStateException(e);
    };
  }

  /**
   * The entries that say what a commit is and how it ended, read from the disk; none where it is
   * not known.
   *
   * @throws StoreException the file cannot be read, or is damaged there
   */
  public List<Entry> of(String commit) {
    return of(List.of(commit)).getFirst();
  }

  /** Entries of several commits, in their order, by one call to the disk. */
  public synchronized List<List<Entry>> of(List<String> commits) {
    List<List<byte[]>> payloads =
        reading(() -> {
          List<List<byte[]>> all = new ArrayList<>();
          for (String commit : commits) {
            all.add(payloads(CommitIds.number(commit).orElse(-1)));
          }
          return all;
        });
    return payloads.stream().map(one -> one.stream().map(this::decode).toList()).toList();
  }

  private <T> T reading(Undisturbed.Work<T> work) {
    try {
      return disk.call(work);
    } catch (IOException e) {
      throw new StoreException("journal " + file + " cannot be read: " + StateFolder.reason(e), e);
    }
  }

  private List<byte[]> payloads(int commit) throws IOException {
    List<byte[]> found = new ArrayList<>();
    for (long at : new long[] {known.index().run(commit), known.index().end(commit)}) {
      if (at != CommitIndex.NONE) {
        found.add(records.payload(at));
      }
    }
    return found;
  }

  /**
   * Ids of commits, newest first.
   *
   * @param before only those with a lower number
   */
  public synchronized List<String> commits(int before, int limit) {
    List<String> ids = new ArrayList<>();
    for (int number : known.index().below(before, limit)) {
      ids.add(CommitIds.of(number));
    }
    return ids;
  }

  /** How many commits the file has. */
  public synchronized int size() {
    return known.index().size();
  }

  /**
   * The id of a commit by its place.
   *
   * @param place from 0, the oldest, to {@link #size}, exclusive
   */
  public synchronized String commit(int place) {
    return CommitIds.of(known.index().at(place));
  }

  /** Whether a start would have much to read behind the last checkpoint. */
  public synchronized boolean wantsCheckpoint() {
    return behind >= TAIL || records.end() - checkpointed >= TAIL_BYTES;
  }

  /**
   * Writes down what all entries so far come to. Only the next start is slower without.
   *
   * @param now of all entries that were appended
   * @throws StoreException disk full or broken
   */
  public synchronized void checkpoint(Snapshot now) {
    Checkpoint here =
        new Checkpoint(
            records.end(), records.last(), known.first(), known.index(), known.ends(), now);
    try {
      disk.run(() -> here.write(file, sync));
    } catch (IOException e) {
      throw new StoreException(
          "checkpoint of journal " + file + " cannot be written: " + StateFolder.reason(e), e);
    }
    checkpointed = records.end();
    behind = 0;
  }

  /**
   * Begins to write the journal anew, without what is not kept; {@link Compaction#run} does it.
   * Entries that are appended meanwhile are all kept.
   *
   * @param now what all entries so far come to
   * @param kept ids of commits whose records stay
   */
  public synchronized Compaction compaction(Snapshot now, Predicate<String> kept) {
    return new Compaction(this, now, kept, known.first(), records.end());
  }

  Path file() {
    return file;
  }

  Sync sync() {
    return sync;
  }

  Undisturbed disk() {
    return disk;
  }

  /**
   * Takes another file in the place of this one: what was appended since, fsync, rename, fsync of
   * the folder. Until the rename this one is in use.
   *
   * @param until byte of this file up to which the other has what it keeps
   */
  synchronized void become(JournalFile other, Records of, long until) throws IOException {
    disk.run(() -> {
      for (long at = until; at < records.end(); ) {
        byte[] payload = records.payload(at);
        of.place(other.write(payload), payload);
        at = JournalFile.after(at, payload);
      }
    });
    JournalFile old = records;
    disk.run(() -> {
      other.force(true);
      other.moveTo(file);
      unsyncedFolder = true;
    });
    records = other;
    known = new Records(file.toString(), of.index(), known.ends(), of.first());
    base = Snapshot.NOTHING;
    replayFrom = of.first();
    checkpointed = of.first();
    disk.run(() -> {
      old.close();
      syncFolder();
    });
  }

  /** After a crash the folder may still name the old file: nothing is appended before. */
  private void syncFolder() throws IOException {
    if (unsyncedFolder) {
      JournalFile.syncFolder(file, sync);
      unsyncedFolder = false;
    }
  }

  @Override
  public void close() {
    if (disk.isClosed()) {
      return;
    }
    try {
      disk.run(() -> records.close());
    } catch (IOException e) {
      throw new StoreException("journal " + file + ": " + StateFolder.reason(e), e);
    } finally {
      disk.close();
    }
  }

  /**
   * Reads records one after the other, on the disk's own thread: to hand over each would take
   * longer than to read it.
   *
   * @param most records at once; whoever appends waits meanwhile
   * @return byte after the last of them
   * @throws StoreException the file cannot be read, or is damaged there
   */
  synchronized long walk(long from, long until, int most, JournalReader.Visitor each) {
    return reading(() -> {
      long at = from;
      for (int count = 0; at < until && count < most; count++) {
        byte[] payload = records.payload(at);
        each.record(at, payload);
        at = JournalFile.after(at, payload);
      }
      return at;
    });
  }

  private Entry decode(byte[] payload) {
    return EntryCodec.decode(payload, file.toString());
  }

  private void cutBack() {
    try {
      disk.run(records::cut);
    } catch (IOException e) {
      // tried again before the next record
    }
  }

  static void delete(Path leftOver) {
    try {
      Files.deleteIfExists(leftOver);
    } catch (IOException e) {
      // the next start removes it
    }
  }
}
