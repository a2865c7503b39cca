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
import java.util.List;
import java.util.Optional;

/**
 * Who did what, when and why: {@code audit.jsonl}, append-only, each line durable when {@link
 * #append} returns and chained to the one before by its hash. A file beside it holds the hash of
 * the newest line. It holds values of settings and texts of people, never a secret.
 */
public final class Audit implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final Sync sync;
  private final AuditStory story;
  private AuditHead head;
  private long end;

  private Audit(Path file, FileChannel channel, Sync sync, AuditReader.Found found) {
    this.file = file;
    this.sync = sync;
    this.channel = channel;
    this.story = found.story();
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
   * The same with another way to make it durable.
   *
   * @throws StoreException unreadable or not writable
   */
  public static Audit open(Path file, Instant now, Sync sync) {
    try {
      Optional<AuditHead> expected = AuditHead.read(file);
      AuditReader.Found found = AuditReader.read(file);
      if (judge(file, expected, found) instanceof AuditVerdict.Broken broken
          && !onlyTorn(expected, found)) {
        return begin(file, now, sync, found.story(), broken);
      }
      return goOn(new Audit(file, channel(file), sync, found), found, now);
    } catch (IOException e) {
      throw new StoreException("audit " + file + " cannot be opened: " + StateFolder.reason(e), e);
    }
  }

  private static Audit begin(
      Path file, Instant now, Sync sync, AuditStory before, AuditVerdict.Broken broken)
      throws IOException {
    Path aside = setAside(file, now);
    AuditReader.Found nothing = AuditReader.nothing(before);
    Audit fresh = new Audit(file, channel(file), sync, nothing);
    fresh.append(
        own(
            AuditEvent.Kind.DAMAGED,
            now,
            "line " + broken.line() + " " + broken.why() + "; set aside as " + aside));
    return fresh;
  }

  private static Audit goOn(Audit audit, AuditReader.Found found, Instant now) throws IOException {
    if (found.torn()) {
      long dropped = audit.channel.size() - found.end();
      audit.channel.truncate(found.end());
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
    for (Path one : List.of(AuditHead.beside(file), file)) {
      if (Files.exists(one)) {
        Files.move(one, one.resolveSibling(one.getFileName() + mark));
      }
    }
    return file.resolveSibling(file.getFileName() + mark);
  }

  private static FileChannel channel(Path file) throws IOException {
    return OwnerOnly.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** What stood in the file when it was opened, also if it was set aside since. */
  public AuditStory story() {
    return story;
  }

  /** Lines so far. */
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
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(line.text() + "\n");
    int length = bytes.remaining();
    try {
      for (long at = end; bytes.hasRemaining(); ) {
        at += channel.write(bytes, at);
      }
      sync.force(file, channel, true);
    } catch (IOException e) {
      cutBack();
      throw new StoreException("audit " + file + " cannot be written: " + StateFolder.reason(e), e);
    }
    end += length;
    head = new AuditHead(line.number(), line.sha256());
    writeHead();
  }

  /** The line is durable already; a head that is behind is not wrong, only less strict. */
  private void writeHead() {
    try {
      head.write(file);
    } catch (IOException e) {
      throw new StoreException(
          "audit head " + AuditHead.beside(file) + " cannot be written: " + StateFolder.reason(e),
          e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StoreException("audit " + file + ": " + StateFolder.reason(e), e);
    }
  }

  /**
   * Follows the whole chain, and looks for lines that cannot both be true. Changes nothing; the
   * daemon may be running.
   *
   * @throws StoreException the file cannot be read
   */
  public static AuditVerdict verify(Path file) {
    try {
      // before the lines: one that is appended meanwhile is then no contradiction
      Optional<AuditHead> expected = AuditHead.read(file);
      if (Files.notExists(file) && expected.isEmpty()) {
        throw new NoSuchFileException(file.toString());
      }
      AuditReader.Found found = AuditReader.read(file);
      AuditVerdict chain = judge(file, expected, found);
      return chain instanceof AuditVerdict.Whole
          ? found.story().contradiction().<AuditVerdict>map(what -> what).orElse(chain)
          : chain;
    } catch (IOException e) {
      throw new StoreException("audit " + file + " cannot be read: " + StateFolder.reason(e), e);
    }
  }

  private static AuditVerdict judge(
      Path file, Optional<AuditHead> expected, AuditReader.Found found) {
    if (Files.notExists(file) && expected.isPresent() && expected.get().lines() > 0) {
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

  private void cutBack() {
    try {
      channel.truncate(end);
    } catch (IOException e) {
      // the torn line is recognised when the file is next opened
    }
  }
}
