package dev.losslessd.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Append-only file of {@link Entry}s, each durable when {@link #append} returns. One process has it
 * open at a time.
 *
 * <p>Layout: 8 bytes {@code LLDJRNL} and the format version, then records of u32 length, u32
 * CRC-32C of the payload, payload; big endian. A tail that a crash left of a write is moved aside,
 * to {@code journal.torn-EPOCH}, and reported: it never was durable.
 *
 * <p>Damage is refused, in the last record as in any other, and the file is left as it is. A daemon
 * that started frozen instead would have to guess what the record was, and its next entry would
 * stand behind the damage. One that does not start writes nothing and undoes nothing; devices with
 * a timer of their own still take back what nobody confirmed.
 */
public final class Journal implements AutoCloseable {
  /** Version of the layout; a newer one is refused. */
  public static final int FORMAT = 1;

  private static final byte[] MAGIC = {'L', 'L', 'D', 'J', 'R', 'N', 'L', FORMAT};

  private final Path file;
  private final FileChannel channel;
  private final Sync sync;
  private final List<Entry> entries;
  private final Optional<Path> torn;
  private long end;

  private Journal(
      Path file, FileChannel channel, Sync sync, JournalReader.Scan scan, Optional<Path> torn) {
    this.file = file;
    this.channel = channel;
    this.sync = sync;
    this.entries = new ArrayList<>(scan.entries());
    this.torn = torn;
    this.end = scan.end();
  }

  /**
   * Opens or makes the file and reads it whole.
   *
   * @param now for the name of what a crash has left
   * @throws StoreException unreadable, damaged, of a newer format, or open in another process
   */
  public static Journal open(Path file, Instant now) {
    return open(file, now, Sync.DISK);
  }

  /**
   * The same with another way to make it durable.
   *
   * @throws StoreException unreadable, damaged, of a newer format, or open in another process
   */
  public static Journal open(Path file, Instant now, Sync sync) {
    try {
      FileChannel channel =
          OwnerOnly.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      try {
        return open(file, channel, now, sync);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StoreException(
          "journal " + file + " cannot be opened: " + StateFolder.reason(e), e);
    }
  }

  private static Journal open(Path file, FileChannel channel, Instant now, Sync sync)
      throws IOException {
    requireAlone(file, channel);
    if (isBegun(file, channel)) {
      channel.truncate(0);
      writeFully(channel, ByteBuffer.wrap(MAGIC), 0);
      sync.force(file, channel, true);
      syncFolder(file, sync);
    }
    byte[] all = readFully(channel);
    checkMagic(file, all);
    JournalReader.Scan scan = new JournalReader(file, all).scan(MAGIC.length);
    Optional<Path> aside = Optional.empty();
    if (scan.torn()) {
      aside =
          Optional.of(setAside(file, Arrays.copyOfRange(all, scan.end(), all.length), now, sync));
      channel.truncate(scan.end());
      sync.force(file, channel, true);
    }
    return new Journal(file, channel, sync, scan, aside);
  }

  /** Also where somebody has removed the lock of the folder while another daemon lives. */
  private static void requireAlone(Path file, FileChannel channel) throws IOException {
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

  /** Keeps the bytes of a torn tail beside the journal; without room for them nothing is cut. */
  private static Path setAside(Path file, byte[] tail, Instant now, Sync sync) throws IOException {
    Path copy = file.resolveSibling(file.getFileName() + ".torn-" + now.getEpochSecond());
    for (int more = 1; Files.exists(copy); more++) {
      copy = file.resolveSibling(file.getFileName() + ".torn-" + now.getEpochSecond() + "-" + more);
    }
    try (FileChannel out =
        OwnerOnly.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      writeFully(out, ByteBuffer.wrap(tail), 0);
      sync.force(copy, out, true);
    } catch (IOException e) {
      Files.deleteIfExists(copy); // each start would leave a part of it
      throw e;
    }
    syncFolder(file, sync);
    return copy;
  }

  /** Everything so far, oldest first. */
  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Where the tail is that a crash had left and that was moved aside at opening. */
  public Optional<Path> torn() {
    return torn;
  }

  /**
   * Writes one entry and waits until it is on the disk.
   *
   * @throws StoreException disk full or broken; the file is as it was before
   */
  public synchronized void append(Entry entry) {
    byte[] payload = EntryCodec.encode(entry);
    ByteBuffer record = ByteBuffer.allocate(JournalReader.HEAD + payload.length);
    int sum = JournalReader.sum(payload, 0, payload.length);
    record.putInt(payload.length).putInt(sum).put(payload).flip();
    try {
      channel.truncate(end); // of what failed before and could not be cut back
      writeFully(channel, record, end);
      sync.force(file, channel, false);
      end += JournalReader.HEAD + payload.length;
      entries.add(entry);
    } catch (IOException e) {
      cutBack();
      throw new StoreException(
          "journal " + file + " cannot be written: " + StateFolder.reason(e), e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StoreException("journal " + file + ": " + StateFolder.reason(e), e);
    }
  }

  private void cutBack() {
    try {
      channel.truncate(end);
    } catch (IOException e) {
      // tried again before the next record
    }
  }

  private static void checkMagic(Path file, byte[] all) {
    byte[] head = Arrays.copyOf(all, MAGIC.length);
    int version = Byte.toUnsignedInt(head[MAGIC.length - 1]);
    head[MAGIC.length - 1] = FORMAT;
    if (!Arrays.equals(head, MAGIC)) {
      throw new StoreException(file + " is not a losslessd journal");
    }
    if (version != FORMAT) {
      throw new StoreException(
          "journal "
              + file
              + " has format "
              + version
              + ", this losslessd reads format "
              + FORMAT
              + "; start the newer release");
    }
  }

  /** A crash at the very first start leaves a part of the head, or zeros in its place. */
  private static boolean isBegun(Path file, FileChannel channel) throws IOException {
    if (channel.size() > MAGIC.length) {
      return false;
    }
    byte[] part = readFully(channel);
    boolean cut =
        part.length < MAGIC.length && Arrays.equals(part, Arrays.copyOf(MAGIC, part.length));
    boolean lost = Arrays.equals(part, new byte[part.length]);
    if (part.length < MAGIC.length && !cut && !lost) {
      throw new StoreException(file + " is not a losslessd journal");
    }
    return cut || lost;
  }

  private static byte[] readFully(FileChannel channel) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(channel.size()));
    while (all.hasRemaining() && channel.read(all, all.position()) > 0) {}
    return Arrays.copyOf(all.array(), all.position());
  }

  private static void writeFully(FileChannel channel, ByteBuffer data, long at) throws IOException {
    long position = at;
    while (data.hasRemaining()) {
      position += channel.write(data, position);
    }
  }

  private static void syncFolder(Path file, Sync sync) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        sync.force(folder, channel, true);
      }
    }
  }
}
