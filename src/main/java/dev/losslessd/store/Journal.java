package dev.losslessd.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Append-only file of {@link Entry}s, each durable when {@link #append} returns.
 *
 * <p>Layout: 8 bytes {@code LLDJRNL} and the format version, then records of u32 length, u32
 * CRC-32C of the payload, payload; big endian. A last record that is cut short or does not match
 * its sum is the mark of a crash during its write: it never was durable, so it is dropped and
 * reported. The same in the middle of the file is damage, and refused.
 */
public final class Journal implements AutoCloseable {
  /** Version of the layout; a newer one is refused. */
  public static final int FORMAT = 1;

  private static final byte[] MAGIC = {'L', 'L', 'D', 'J', 'R', 'N', 'L', FORMAT};
  private static final int HEAD = 8;
  private static final int LARGEST = 16 * 1024 * 1024;

  private final Path file;
  private final FileChannel channel;
  private final Sync sync;
  private final List<Entry> entries;
  private final boolean torn;
  private long end;

  private Journal(Path file, FileChannel channel, Sync sync, Scan scan) {
    this.file = file;
    this.channel = channel;
    this.sync = sync;
    this.entries = new ArrayList<>(scan.entries);
    this.torn = scan.torn;
    this.end = scan.end;
  }

  /**
   * Opens or makes the file and reads it whole.
   *
   * @throws StoreException unreadable, damaged, or of a newer format
   */
  public static Journal open(Path file) {
    return open(file, Sync.DISK);
  }

  /**
   * The same with another way to make it durable.
   *
   * @throws StoreException unreadable, damaged, or of a newer format
   */
  public static Journal open(Path file, Sync sync) {
    try {
      boolean made = Files.notExists(file);
      FileChannel channel =
          FileChannel.open(
              file,
              java.util.Set.of(
                  StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      if (made || channel.size() < MAGIC.length) {
        requireCutHead(file, channel);
        channel.truncate(0);
        writeFully(channel, ByteBuffer.wrap(MAGIC), 0);
        sync.force(file, channel, true);
        syncFolder(file, sync);
      }
      Scan scan = scan(file, channel);
      channel.truncate(scan.end);
      return new Journal(file, channel, sync, scan);
    } catch (IOException e) {
      throw new StoreException(
          "journal " + file + " cannot be opened: " + StateFolder.reason(e), e);
    }
  }

  /** Everything so far, oldest first. */
  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Whether the last record was torn by a crash, and dropped at opening. */
  public boolean torn() {
    return torn;
  }

  /**
   * Writes one entry and waits until it is on the disk.
   *
   * @throws StoreException disk full or broken; the file is as it was before
   */
  public synchronized void append(Entry entry) {
    byte[] payload = EntryCodec.encode(entry);
    ByteBuffer record = ByteBuffer.allocate(HEAD + payload.length);
    record.putInt(payload.length).putInt(sum(payload)).put(payload).flip();
    try {
      writeFully(channel, record, end);
      sync.force(file, channel, false);
      end += HEAD + payload.length;
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
      // the torn record at the end is recognised when the file is next opened
    }
  }

  private record Scan(List<Entry> entries, long end, boolean torn) {}

  private static Scan scan(Path file, FileChannel channel) throws IOException {
    byte[] all = new byte[Math.toIntExact(channel.size())];
    ByteBuffer in = ByteBuffer.wrap(all);
    while (in.hasRemaining() && channel.read(in, in.position()) >= 0) {}
    in.flip();
    checkMagic(file, in);
    List<Entry> entries = new ArrayList<>();
    while (in.hasRemaining()) {
      int start = in.position();
      byte[] payload = payload(in);
      if (payload.length == 0) {
        refuseDamage(file, all, start);
        return new Scan(entries, start, true);
      }
      entries.add(EntryCodec.decode(payload, file + " at byte " + start));
    }
    return new Scan(entries, all.length, false);
  }

  /** The payload of the record at the position, or nothing if it is not whole. */
  private static byte[] payload(ByteBuffer in) {
    if (in.remaining() < HEAD) {
      return new byte[0];
    }
    int length = in.getInt();
    int expected = in.getInt();
    if (length <= 0 || length > LARGEST || length > in.remaining()) {
      return new byte[0];
    }
    byte[] payload = new byte[length];
    in.get(payload);
    return sum(payload) == expected ? payload : new byte[0];
  }

  /** A bad record is a torn one only if nothing readable follows it. */
  private static void refuseDamage(Path file, byte[] all, int start) {
    for (int at = start + 1; at + HEAD < all.length; at++) {
      ByteBuffer rest = ByteBuffer.wrap(all, at, all.length - at);
      if (payload(rest).length > 0) {
        throw new StoreException(
            "journal "
                + file
                + " is damaged at byte "
                + start
                + ": whole records follow at byte "
                + at
                + "; move the file away after reading it, or restore it");
      }
    }
  }

  private static void checkMagic(Path file, ByteBuffer in) {
    byte[] head = new byte[MAGIC.length];
    in.get(head);
    int version = Byte.toUnsignedInt(head[MAGIC.length - 1]);
    head[MAGIC.length - 1] = FORMAT;
    if (!java.util.Arrays.equals(head, MAGIC)) {
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

  /** A crash at the very first start leaves a part of the head; a short file of others stays. */
  private static void requireCutHead(Path file, FileChannel channel) throws IOException {
    ByteBuffer part = ByteBuffer.allocate((int) channel.size());
    while (part.hasRemaining() && channel.read(part, part.position()) > 0) {}
    if (!part.flip().equals(ByteBuffer.wrap(MAGIC, 0, part.limit()))) {
      throw new StoreException(file + " is not a losslessd journal");
    }
  }

  private static int sum(byte[] payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload);
    return (int) crc.getValue();
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
