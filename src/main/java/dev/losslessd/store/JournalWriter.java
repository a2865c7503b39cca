package dev.losslessd.store;

import dev.losslessd.text.Worded;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a journal: the file that is appended to, where each commit's lines are, and the head.
 * Only the disk's own thread calls it ({@link Undisturbed}), except for the index and the number of
 * the newest file: a reader waits for no line that is being written.
 */
final class JournalWriter {
  private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);

  /** What one call of a channel gets: it copies that much outside of the heap and keeps it. */
  private static final int CHUNK = 64 * 1024;

  private final Segments segments;
  private final Path headFile;
  private final Sync sync;
  private final long full;
  private FileChannel channel;
  private volatile SegmentHead file;
  private final CommitIndex index;
  private JournalHead head;

  /** Bytes of the file that is appended to. */
  private long end;

  /** Where the last line begins, counted over all files. */
  private long last;

  private boolean unsyncedFolder;
  private boolean headFailed;

  /**
   * @param channel of the last file, locked
   * @param last where the last line begins
   * @param full bytes after which the next file begins
   */
  JournalWriter(
      Segments segments,
      Path headFile,
      Sync sync,
      long full,
      FileChannel channel,
      SegmentHead file,
      CommitIndex index,
      JournalHead head,
      long last) {
    this.segments = segments;
    this.headFile = headFile;
    this.sync = sync;
    this.full = full;
    this.channel = channel;
    this.file = file;
    this.index = index;
    this.head = head;
    this.end = head.bytes() - file.start();
    this.last = last;
  }

  CommitIndex index() {
    return index;
  }

  /** Number of the newest file. */
  int newest() {
    return file.number();
  }

  /** Bytes of all files. */
  long bytes() {
    return head.bytes();
  }

  /** Where the next line goes. */
  JournalScan.Place end() {
    return new JournalScan.Place(file.number(), head.bytes(), head.link());
  }

  /**
   * Writes a line and makes it durable.
   *
   * @param object the entry as JSON
   * @return whether a file was closed for it
   * @throws IOException disk full or broken; the journal is as it was
   */
  boolean append(Entry entry, byte[] object) throws IOException {
    boolean closed = end >= full && closed();
    syncFolder();
    Link.Next next = head.link().next(object);
    try {
      channel.truncate(end); // of what failed before and could not be cut back
      write(channel, next.line(), end);
      sync.force(segments.journal(), channel, false);
    } catch (IOException | RuntimeException | Error e) {
      cutBack();
      throw e;
    }
    last = head.bytes();
    end += next.line().length;
    head = head.after(next.link(), head.bytes() + next.line().length, entry);
    index.take(Worded.of(entry.getClass()), entry.commit(), last);
    writeHead();
    return closed;
  }

  private void cutBack() {
    try {
      channel.truncate(end);
    } catch (IOException e) {
      // tried again before the next line
    }
  }

  /** The line is durable already; a head that is behind is not wrong, only less strict. */
  private void writeHead() {
    try {
      head.write(headFile, sync);
      headFailed = false;
    } catch (IOException e) {
      if (!headFailed) {
        LOG.warn(
            "journal head {} cannot be written, and does not show what is cut off the journal: {}",
            headFile,
            StateFolder.reason(e));
      }
      headFailed = true;
    }
  }

  /** Where there is no room for the next file, this one goes on. */
  private boolean closed() {
    try {
      next();
      return true;
    } catch (IOException e) {
      LOG.warn(
          "journal {} goes on in a file that is full: {}",
          segments.journal(),
          StateFolder.reason(e));
      return false;
    }
  }

  /**
   * Begins the next file. Until the last rename a start finds the old one under its number, and
   * begins the next one itself.
   */
  private void next() throws IOException {
    SegmentHead begun = new SegmentHead(file.number() + 1, file.start() + end, head.link());
    Path fresh = segments.fresh();
    Path closed = segments.plain(file.number());
    FileChannel made;
    try {
      made = begin(fresh, begun, sync);
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
    try {
      Files.move(segments.journal(), closed, StandardCopyOption.ATOMIC_MOVE);
      try {
        Files.move(fresh, segments.journal(), StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        Files.move(closed, segments.journal(), StandardCopyOption.ATOMIC_MOVE);
        throw e;
      }
    } catch (IOException e) {
      made.close();
      Files.deleteIfExists(fresh);
      throw e;
    }
    unsyncedFolder = true;
    FileChannel old = channel;
    channel = made;
    segments.appending(begun, made);
    file = begun;
    end = begun.line().length;
    head = new JournalHead(head.link(), begun.first(), head.highest(), head.newest(), head.lost());
    old.close();
  }

  /** After a crash the folder may still name the old file: nothing is appended before. */
  private void syncFolder() throws IOException {
    if (unsyncedFolder) {
      syncFolder(segments.journal(), sync);
      unsyncedFolder = false;
    }
  }

  Checkpoint checkpoint(Snapshot now) {
    return new Checkpoint(
        SegmentHead.FORMAT, file.number(), last, head.bytes(), head.link(), index.copy(), now);
  }

  void close() throws IOException {
    channel.close();
  }

  /** Makes a file with nothing but its first line, durable and locked. */
  static FileChannel begin(Path file, SegmentHead head, Sync sync) throws IOException {
    return OwnerOnly.kept(
        OwnerOnly.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
        channel -> {
          requireAlone(file, channel);
          channel.truncate(0);
          write(channel, head.line(), 0);
          sync.force(file, channel, true);
          return channel;
        });
  }

  /** Locks the file too, as the folder's lock may have been removed while another daemon lives. */
  static void requireAlone(Path file, FileChannel channel) throws IOException {
    try {
      if (channel.tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // open in this same process
    }
    throw new StoreException(
        "journal " + file + " is in use by another losslessd; stop it first", true);
  }

  static void write(FileChannel channel, byte[] bytes, long at) throws IOException {
    ByteBuffer data = ByteBuffer.wrap(bytes);
    while (data.position() < bytes.length) {
      data.limit(Math.min(bytes.length, data.position() + CHUNK));
      int _ = channel.write(data, at + data.position());
    }
  }

  static void syncFolder(Path file, Sync sync) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        sync.force(folder, channel, true);
      }
    }
  }
}
