package dev.losslessd.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonParser;

/**
 * What a journal came to at one of its lines, in the file {@code journal.checkpoint} beside it, so
 * that a start reads only what stands behind. It is a copy: where it is missing, damaged or of
 * another journal, the one before it is used, and then the whole journal.
 *
 * <p>Two lines: this as JSON, and the CRC-32 of that line.
 *
 * @param format of the journal, as {@link SegmentHead#FORMAT}
 * @param file number of the file in which the last line is that it knows
 * @param last where that line begins, counted over all files
 * @param place the byte after it
 * @param link number and hash of it
 * @param commits where their lines are
 */
record Checkpoint(
    int format, int file, long last, long place, Link link, CommitIndex commits, Snapshot state) {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoint.class);
  private static final int SUM = 8;

  static Path beside(Path journal) {
    return journal.resolveSibling(journal.getFileName() + ".checkpoint");
  }

  /** The checkpoint before the newest one. */
  static Path old(Path journal) {
    return journal.resolveSibling(journal.getFileName() + ".checkpoint.old");
  }

  private static Path fresh(Path journal) {
    return journal.resolveSibling(journal.getFileName() + ".checkpoint.new");
  }

  /** The new one or the one before is there afterwards, also after a crash. */
  void write(Path journal, Sync sync) throws IOException {
    Path fresh = fresh(journal);
    try (FileChannel channel = OwnerOnly.anew(fresh)) {
      CRC32 sum = new CRC32();
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel));
      PlainJson.write(new CheckedOutputStream(out, sum), Checkpoint.class, this);
      out.write(text(sum).getBytes(StandardCharsets.US_ASCII));
      out.flush();
      sync.force(fresh, channel, true);
      if (Files.exists(beside(journal))) {
        Files.move(beside(journal), old(journal), StandardCopyOption.ATOMIC_MOVE);
      }
      Files.move(fresh, beside(journal), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
  }

  /**
   * Empty where there is none that fits.
   *
   * @param last number of the newest file
   */
  static Optional<Checkpoint> read(Path journal, JournalReads reads, int last) throws IOException {
    Files.deleteIfExists(fresh(journal));
    for (Path one : List.of(beside(journal), old(journal))) {
      if (Files.exists(one)) {
        try {
          Optional<Checkpoint> found = read(one);
          if (found.isPresent() && found.get().fits(reads, last)) {
            return found;
          }
          LOG.warn("{} does not fit the journal and is not used", one);
        } catch (IOException | StoreException e) {
          LOG.warn("{} is not used: {}", one, e.toString());
        }
      }
    }
    return Optional.empty();
  }

  private boolean fits(JournalReads reads, int newest) throws IOException {
    if (format != SegmentHead.FORMAT || file > newest) {
      return false;
    }
    byte[] line = reads.line(last, newest);
    return Link.hash(line, line.length).equals(link.sha256());
  }

  /** Nothing of it is believed before all of it has its sum. */
  private static Optional<Checkpoint> read(Path file) throws IOException {
    if (!isWhole(file)) {
      return Optional.empty();
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
        JsonParser parser = PlainJson.parser(in)) {
      return Optional.of(
          PlainJson.read(
              parser,
              file.toString(),
              one -> (Checkpoint) RecordJson.of(Checkpoint.class).read(one)));
    }
  }

  private static boolean isWhole(Path file) throws IOException {
    CRC32 sum = new CRC32();
    long left = Files.size(file) - SUM - 2;
    byte[] part = new byte[64 * 1024];
    try (InputStream in = Files.newInputStream(file)) {
      while (left > 0) {
        int read = in.read(part, 0, (int) Math.min(part.length, left));
        if (read < 0) {
          return false;
        }
        sum.update(part, 0, read);
        left -= read;
      }
      return text(sum).equals(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
    }
  }

  private static String text(CRC32 sum) {
    return "\n" + HexFormat.of().toHexDigits((int) sum.getValue()) + "\n";
  }
}
