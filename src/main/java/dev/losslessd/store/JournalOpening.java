package dev.losslessd.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Opens a journal: makes it, or reads the checkpoint and what stands behind it, or all of it. Moves
 * a torn tail aside, and carries over a file of format 1.
 */
final class JournalOpening {
  private final Path file;
  private final Instant now;
  private final Sync sync;
  private Optional<Path> torn = Optional.empty();

  JournalOpening(Path file, Instant now, Sync sync) {
    this.file = file;
    this.now = now;
    this.sync = sync;
  }

  /**
   * @param records what is known of its records
   * @param base what stands before the entries that are still to be read
   * @param from byte of the first of them
   * @param torn where a torn tail was put
   */
  record Opened(JournalFile file, Records records, Snapshot base, long from, Optional<Path> torn) {}

  /** The name of a file that is being written to take the place of the journal. */
  static Path fresh(Path journal) {
    return journal.resolveSibling(journal.getFileName() + ".new");
  }

  /**
   * @throws StoreException damaged, of a newer format, or open in another process
   */
  Opened open() throws IOException {
    FileChannel channel =
        OwnerOnly.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    JournalFile journal = new JournalFile(file, channel, sync);
    try {
      journal.requireAlone();
      Files.deleteIfExists(fresh(file)); // what a crash has left of a compaction
      if (isBegun(channel)) {
        begin(journal);
      }
      if (format(file, channel) == 1) {
        JournalFile carried = carryOver(journal);
        journal.close();
        journal = carried;
      }
      return read(journal);
    } catch (IOException | RuntimeException | Error e) {
      journal.close();
      throw e;
    }
  }

  private void begin(JournalFile journal) throws IOException {
    journal.channel().truncate(0);
    journal.write(ByteBuffer.wrap(JournalFile.head(Journal.FORMAT)), 0);
    journal.force(true);
    JournalFile.syncFolder(file, sync);
  }

  private Opened read(JournalFile journal) throws IOException {
    Optional<Checkpoint> known = Checkpoint.read(file, journal);
    if (known.isPresent()) {
      Checkpoint at = known.get();
      Records records = new Records(file.toString(), at.index(), at.ends(), at.first());
      scan(journal, Journal.FORMAT, at.end(), at.last(), records::take);
      return new Opened(journal, records, at.snapshot(), at.end(), torn);
    }
    Records records = new Records(file.toString());
    scan(journal, Journal.FORMAT, JournalFile.FIRST, Link.START, records::take);
    return new Opened(journal, records, records.base(), records.first(), torn);
  }

  private void scan(
      JournalFile journal, int format, long from, Link before, JournalReader.Visitor each)
      throws IOException {
    Window bytes = new Window(journal.channel());
    JournalReader.Scan scan = new JournalReader(file, bytes, format).scan(from, before, each);
    journal.standsAt(scan.end(), scan.last());
    if (scan.torn()) {
      torn = Optional.of(setAside(bytes, scan.end()));
      journal.cut();
      journal.force(true);
    }
  }

  /** The old file stays in its place until the new one is durable. */
  private JournalFile carryOver(JournalFile old) throws IOException {
    JournalFile made = JournalFile.create(fresh(file), sync);
    try {
      scan(old, 1, JournalFile.FIRST, Link.START, (_, payload) -> made.write(payload));
      made.force(true);
      made.moveTo(file);
      JournalFile.syncFolder(file, sync);
      return made;
    } catch (IOException | RuntimeException | Error e) {
      made.close();
      Files.deleteIfExists(fresh(file));
      throw e;
    }
  }

  /** Keeps the bytes of a torn tail beside the journal; without room for them nothing is cut. */
  private Path setAside(Window bytes, long end) throws IOException {
    String name = file.getFileName() + ".torn-" + now.getEpochSecond();
    Path copy = file.resolveSibling(name);
    for (int more = 1; Files.exists(copy); more++) {
      copy = file.resolveSibling(name + "-" + more);
    }
    try (FileChannel out =
        OwnerOnly.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      copy(bytes, end, out);
      sync.force(copy, out, true);
    } catch (IOException e) {
      Files.deleteIfExists(copy); // each start would leave a part of it
      throw e;
    }
    JournalFile.syncFolder(file, sync);
    return copy;
  }

  private static void copy(Window bytes, long from, FileChannel out) throws IOException {
    int most = 64 * 1024;
    for (long at = from; at < bytes.size(); at += most) {
      int length = (int) Math.min(most, bytes.size() - at);
      ByteBuffer part = ByteBuffer.wrap(bytes.bytes(at, length));
      while (part.hasRemaining()) {
        out.write(part);
      }
    }
  }

  /**
   * @throws StoreException no journal, or of a newer format
   */
  static int format(Path file, FileChannel channel) throws IOException {
    byte[] head = head(channel);
    int format = Byte.toUnsignedInt(head[JournalFile.FIRST - 1]);
    if (!Arrays.equals(head, JournalFile.head(format))) {
      throw new StoreException(file + " is not a losslessd journal");
    }
    if (format < 1 || format > Journal.FORMAT) {
      throw new StoreException(
          "journal "
              + file
              + " has format "
              + format
              + ", this losslessd reads formats 1 and "
              + Journal.FORMAT
              + "; start the newer release");
    }
    return format;
  }

  /** A crash at the very first start leaves a part of the head, or zeros in its place. */
  private boolean isBegun(FileChannel channel) throws IOException {
    if (channel.size() > JournalFile.FIRST) {
      return false;
    }
    byte[] part = Arrays.copyOf(head(channel), (int) channel.size());
    boolean cut =
        part.length < JournalFile.FIRST
            && Arrays.equals(part, Arrays.copyOf(JournalFile.head(0), part.length));
    boolean lost = Arrays.equals(part, new byte[part.length]);
    if (part.length < JournalFile.FIRST && !cut && !lost) {
      throw new StoreException(file + " is not a losslessd journal");
    }
    return cut || lost;
  }

  private static byte[] head(FileChannel channel) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(JournalFile.FIRST);
    while (head.hasRemaining() && channel.read(head, head.position()) > 0) {}
    return head.array();
  }
}
