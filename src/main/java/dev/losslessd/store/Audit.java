package dev.losslessd.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who did what, when and why: {@code audit.jsonl}, append-only, each line durable when {@link
 * #append} returns and chained to the one before by its hash. A file beside it holds the hash of
 * the newest line. It holds values of settings and texts of people, never a secret.
 *
 * <p>A file that is full is renamed to {@code audit.jsonl.1}, {@code .2} and so on, and the chain
 * goes on in the next. A summary of the full ones lies beside them, so that a start reads the last
 * one only. None is ever removed.
 */
public final class Audit implements AutoCloseable {
  /** In bytes; a start reads one file of it. */
  public static final long FULL = 8L * 1024 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

  private final Path file;
  private final Sync sync;
  private final long full;
  private final AuditStory story;
  private final Undisturbed disk = new Undisturbed("audit");
  private @Nullable FileChannel channel;
  private AuditHead head;
  private long end;

  private Audit(Path file, Sync sync, long full, AuditStory story, AuditReader.Found found) {
    this.file = file;
    this.sync = sync;
    this.full = full;
    this.story = story;
    this.head = found.head();
    this.end = found.end();
  }

  /**
   * Opens or makes the file. A last line that a crash has cut is dropped. A file that is damaged is
   * set aside and a new one begun, for a daemon that does not start cannot undo what is half done.
   * The next line tells of either.
   *
   * @throws StoreException unreadable or not writable
   */
  public static Audit open(Path file, Instant now) {
    return open(file, now, Sync.DISK);
  }

  /**
   * Opens or creates the audit with another way to make it durable, compared with no journal.
   *
   * @throws StoreException unreadable or not writable
   */
  public static Audit open(Path file, Instant now, Sync sync) {
    return open(file, now, sync, FULL, new Ends());
  }

  /**
   * Opens or creates the audit; see {@link #open(Path, Instant)} on damaged files.
   *
   * @param sync another way to make it durable
   * @param full bytes after which the next file begins
   * @param journal what it knows of ends
   * @throws StoreException unreadable or not writable
   */
  public static Audit open(Path file, Instant now, Sync sync, long full, Ends journal) {
    try {
      Optional<AuditHead> expected = AuditHead.read(file);
      AuditPast past = AuditPast.read(file, journal);
      if (judge(file, expected, past.found()) instanceof AuditVerdict.Broken broken
          && !onlyTorn(expected, past.found())) {
        return begin(file, now, sync, full, past.story(), broken);
      }
      return goOn(new Audit(file, sync, full, past.story(), past.found()), past.found(), now);
    } catch (IOException e) {
      throw new StoreException("audit " + file + " cannot be opened: " + StateFolder.reason(e), e);
    }
  }

  private static Audit begin(
      Path file, Instant now, Sync sync, long full, AuditStory before, AuditVerdict.Broken broken)
      throws IOException {
    Path aside = setAside(file, now);
    AuditReader.Found nothing = AuditReader.read(List.of(), AuditHead.NOTHING, _ -> {});
    Audit fresh = new Audit(file, sync, full, before, nothing);
    fresh.disk.run(fresh::begin);
    fresh.append(
        own(
            AuditEvent.Kind.DAMAGED,
            now,
            "line " + broken.line() + " " + broken.why() + "; set aside as " + aside));
    return fresh;
  }

  private static Audit goOn(Audit audit, AuditReader.Found found, Instant now) throws IOException {
    audit.disk.run(audit::begin);
    if (found.torn()) {
      long dropped = audit.disk.call(audit::dropTail);
      audit.append(
          own(
              AuditEvent.Kind.TORN,
              now,
              "a crash had cut the last line; its " + dropped + " bytes are dropped"));
    }
    return audit;
  }

  /** Lines that the head knows and the file has not were cut off by more than a crash. */
  private static boolean onlyTorn(Optional<AuditHead> head, AuditReader.Found found) {
    long known = head.map(AuditHead::lines).orElse(0L);
    return found.torn() && found.head().lines() >= known;
  }

  private static Path setAside(Path file, Instant now) throws IOException {
    String mark = ".damaged-" + now.getEpochSecond();
    List<Path> all = new ArrayList<>(AuditFiles.full(file).values());
    all.addAll(List.of(AuditSummary.beside(file), AuditHead.beside(file), file));
    for (Path one : all) {
      if (Files.exists(one)) {
        Files.move(one, one.resolveSibling(one.getFileName() + mark));
      }
    }
    return file.resolveSibling(file.getFileName() + mark);
  }

  /** Outcomes in the files that the journal lacked, including files set aside since. */
  public AuditStory story() {
    return story;
  }

  /** Number of lines in all files so far. */
  public synchronized long lines() {
    return head.lines();
  }

  /**
   * Writes one event and waits until it is on the disk.
   *
   * @throws StoreException disk full or broken; the file is as it was before
   */
  public synchronized void append(AuditEvent event) {
    AuditLine line = AuditLine.after(head.sha256(), head.lines() + 1, event);
    byte[] bytes = (line.text() + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      disk.run(() -> write(bytes));
    } catch (IOException e) {
      cutBack();
      throw new StoreException("audit " + file + " cannot be written: " + StateFolder.reason(e), e);
    }
    end += bytes.length;
    head = new AuditHead(line.number(), line.sha256());
    story.take(line);
    writeHead();
  }

  private void write(byte[] line) throws IOException {
    if (end >= full) {
      goOnInTheNext();
    }
    FileChannel out = begin();
    ByteBuffer bytes = ByteBuffer.wrap(line);
    for (long at = end; bytes.hasRemaining(); ) {
      at += out.write(bytes, at);
    }
    sync.force(file, out, true);
  }

  /** Opens the last file, or makes it. */
  private FileChannel begin() throws IOException {
    if (channel == null) {
      boolean made = Files.notExists(file);
      channel =
          OwnerOnly.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (made) {
        JournalFile.syncFolder(file, sync);
      }
    }
    return channel;
  }

  /**
   * The file is full. A crash before the summary is written costs the next start the reading of all
   * files.
   */
  private void goOnInTheNext() throws IOException {
    int number = AuditFiles.newest(file) + 1;
    Files.move(file, AuditFiles.full(file, number));
    closeChannel();
    end = 0;
    JournalFile.syncFolder(file, sync);
    summarise(number);
  }

  private void summarise(int number) {
    try {
      AuditSummary.of(number, head, story).write(file);
    } catch (IOException e) {
      LOG.warn("the next start reads the whole audit: {}", StateFolder.reason(e));
    }
  }

  private void closeChannel() throws IOException {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      open.close();
    }
  }

  /** The line is durable already; a head that is behind is not wrong, only less strict. */
  private void writeHead() {
    try {
      disk.run(() -> head.write(file));
    } catch (IOException e) {
      throw new StoreException(
          "audit head " + AuditHead.beside(file) + " cannot be written: " + StateFolder.reason(e),
          e);
    }
  }

  @Override
  public void close() {
    if (disk.isClosed()) {
      return;
    }
    try {
      disk.run(this::closeChannel);
    } catch (IOException e) {
      throw new StoreException("audit " + file + ": " + StateFolder.reason(e), e);
    } finally {
      disk.close();
    }
  }

  /**
   * Follows the whole chain through all files, and looks for lines that cannot both be true.
   * Changes nothing; the daemon may be running.
   *
   * @throws StoreException a file cannot be read
   */
  public static AuditVerdict verify(Path file) {
    try {
      // before the lines: one that is appended meanwhile is then no contradiction
      Optional<AuditHead> expected = AuditHead.read(file);
      if (Files.notExists(file) && expected.isEmpty()) {
        throw new NoSuchFileException(file.toString());
      }
      AuditSense sense = new AuditSense();
      AuditReader.Found found =
          AuditReader.read(AuditFiles.all(file), AuditHead.NOTHING, sense::take);
      AuditVerdict chain = judge(file, expected, found);
      return chain instanceof AuditVerdict.Whole
          ? sense.contradiction().<AuditVerdict>map(what -> what).orElse(chain)
          : chain;
    } catch (IOException e) {
      throw new StoreException("audit " + file + " cannot be read: " + StateFolder.reason(e), e);
    }
  }

  private static AuditVerdict judge(
      Path file, Optional<AuditHead> expected, AuditReader.Found found) {
    boolean nothing = Files.notExists(file) && found.head().lines() == 0;
    if (nothing && found.broken().isEmpty() && expected.isPresent() && expected.get().lines() > 0) {
      return new AuditVerdict.Broken(1, "is missing, with the whole file");
    }
    if (found.broken().isPresent()) {
      return found.broken().get();
    }
    return expected.map(head -> against(head, found)).orElse(whole(found, false));
  }

  private static AuditVerdict against(AuditHead head, AuditReader.Found found) {
    long lines = found.head().lines();
    if (head.lines() == Long.MAX_VALUE) {
      return new AuditVerdict.Broken(lines, "is not vouched for: the file beside it was edited");
    }
    if (lines < head.lines()) {
      return new AuditVerdict.Broken(
          lines + 1, "is missing: there were " + head.lines() + " lines");
    }
    if (lines == head.lines() && !found.head().sha256().equals(head.sha256())) {
      return new AuditVerdict.Broken(lines, "is another one than was written last");
    }
    return whole(found, true);
  }

  private static AuditVerdict whole(AuditReader.Found found, boolean anchored) {
    return new AuditVerdict.Whole(found.head().lines(), anchored);
  }

  private static AuditEvent own(AuditEvent.Kind kind, Instant now, String why) {
    String daemon = AuditEvent.DAEMON;
    return new AuditEvent(kind, now, daemon, daemon, why, "", List.of(), List.of());
  }

  /** Returns how many bytes that were. */
  private long dropTail() throws IOException {
    FileChannel out = begin();
    long dropped = out.size() - end;
    out.truncate(end);
    return dropped;
  }

  private void cutBack() {
    try {
      boolean _ = disk.call(() -> dropTail() > 0);
    } catch (IOException e) {
      // the torn line is recognised when the file is next opened
    }
  }
}
