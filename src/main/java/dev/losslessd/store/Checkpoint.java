package dev.losslessd.store;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a journal came to at one of its records, in the file {@code journal.checkpoint} beside it,
 * so that a start reads only what stands behind. It is a copy: where it is missing, damaged or of
 * another journal, the journal is read whole.
 *
 * <p>Layout: 8 bytes {@code LLDCHKP} and the version, the place in the journal, the state, SHA-256
 * of all before.
 *
 * @param end byte after the last record that it knows
 * @param last that record
 * @param first byte of the journal's first entry
 * @param index where records stand
 */
record Checkpoint(
    long end, Link last, long first, CommitIndex index, Ends ends, Snapshot snapshot) {
  private static final byte[] MAGIC = {'L', 'L', 'D', 'C', 'H', 'K', 'P', 3};
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoint.class);

  static Path beside(Path journal) {
    return journal.resolveSibling(journal.getFileName() + ".checkpoint");
  }

  private static Path fresh(Path journal) {
    return journal.resolveSibling(journal.getFileName() + ".checkpoint.new");
  }

  /** The new one or the old one is there afterwards, also after a crash. */
  void write(Path journal, Sync sync) throws IOException {
    Path fresh = fresh(journal);
    try (FileChannel channel =
        OwnerOnly.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      MessageDigest digest = Link.sha256();
      DataOutputStream out =
          new DataOutputStream(
              new BufferedOutputStream(
                  new DigestOutputStream(Channels.newOutputStream(channel), digest)));
      write(out);
      out.flush();
      byte[] sum = digest.digest();
      out.write(sum);
      out.flush();
      sync.force(fresh, channel, true);
      Files.move(fresh, beside(journal), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(fresh);
      throw e;
    }
  }

  private void write(DataOutputStream out) throws IOException {
    out.write(MAGIC);
    out.writeLong(end);
    out.writeLong(last.at());
    out.writeUTF(last.hash());
    out.writeLong(first);
    index.write(out);
    ends.write(out);
    SnapshotCodec.write(out, snapshot);
  }

  /** Empty where there is none that fits. */
  static Optional<Checkpoint> read(Path journal, JournalFile file) {
    try {
      Files.deleteIfExists(fresh(journal));
      if (Files.notExists(beside(journal))) {
        return Optional.empty();
      }
      Optional<Checkpoint> found = read(journal);
      if (found.isPresent() && found.get().fits(file)) {
        return found;
      }
      LOG.warn("{} does not fit the journal, which is read whole", beside(journal));
    } catch (IOException | StoreException | IllegalArgumentException e) {
      LOG.warn("{} is not used, the journal is read whole: {}", beside(journal), e.toString());
    }
    return Optional.empty();
  }

  private boolean fits(JournalFile file) throws IOException {
    return end <= file.channel().size() && file.has(last);
  }

  /** Nothing of it is believed, not even a length, before all of it has its sum. */
  private static Optional<Checkpoint> read(Path journal) throws IOException {
    if (!isWhole(beside(journal))) {
      return Optional.empty();
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(beside(journal))))) {
      return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)
          ? Optional.of(parse(in, beside(journal).toString()))
          : Optional.empty();
    }
  }

  private static boolean isWhole(Path file) throws IOException {
    MessageDigest digest = Link.sha256();
    long left = Files.size(file) - Link.SIZE;
    byte[] part = new byte[64 * 1024];
    try (InputStream in = Files.newInputStream(file)) {
      while (left > 0) {
        int read = in.read(part, 0, (int) Math.min(part.length, left));
        if (read < 0) {
          return false;
        }
        digest.update(part, 0, read);
        left -= read;
      }
      return Arrays.equals(in.readNBytes(Link.SIZE), digest.digest());
    }
  }

  private static Checkpoint parse(DataInputStream in, String where) throws IOException {
    return new Checkpoint(
        in.readLong(),
        new Link(in.readLong(), in.readUTF()),
        in.readLong(),
        CommitIndex.read(in),
        Ends.read(in),
        SnapshotCodec.read(in, where));
  }
}
