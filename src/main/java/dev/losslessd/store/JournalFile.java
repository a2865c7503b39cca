package dev.losslessd.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * One file of a journal: its head and its records as bytes. Not safe for threads; every method is
 * called where nobody interrupts ({@link Undisturbed}).
 */
final class JournalFile {
  private static final byte[] NAME = {'L', 'L', 'D', 'J', 'R', 'N', 'L'};

  /** Offset of the first record, bytes: after the name and one byte of format. */
  static final int FIRST = NAME.length + 1;

  /** What one call of a channel gets: it copies that much outside of the heap and keeps it. */
  private static final int CHUNK = 64 * 1024;

  private final Path file;
  private final FileChannel channel;
  private final Sync sync;
  private Link last = Link.START;
  private long end = FIRST;

  JournalFile(Path file, FileChannel channel, Sync sync) {
    this.file = file;
    this.channel = channel;
    this.sync = sync;
  }

  /** A new one with no records, in the place of whatever was there; not durable yet. */
  static JournalFile create(Path file, Sync sync) throws IOException {
    FileChannel channel =
        OwnerOnly.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    JournalFile made = new JournalFile(file, channel, sync);
    try {
      made.requireAlone();
      made.write(ByteBuffer.wrap(head(Journal.FORMAT)), 0);
      return made;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  FileChannel channel() {
    return channel;
  }

  long end() {
    return end;
  }

  Link last() {
    return last;
  }

  /** After its records were read. */
  void standsAt(long byteAfter, Link link) {
    end = byteAfter;
    last = link;
  }

  /** Locks the file too, as the folder's lock may have been removed while another daemon lives. */
  void requireAlone() throws IOException {
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

  /**
   * Writes a record behind the last; it is durable only after {@link #force}.
   *
   * @return where it begins
   */
  long write(byte[] payload) throws IOException {
    long at = end;
    Link next = last.next(at, payload);
    byte[] body =
        ByteBuffer.allocate(Link.SIZE + payload.length).put(next.bytes()).put(payload).array();
    ByteBuffer head = ByteBuffer.allocate(JournalReader.HEAD);
    head.putInt(body.length).putInt(JournalReader.sum(body)).flip();
    write(head, at);
    write(ByteBuffer.wrap(body), at + JournalReader.HEAD);
    end = at + JournalReader.HEAD + body.length;
    last = next;
    return at;
  }

  /** Payload of the record that begins at a byte. */
  byte[] payload(long at) throws IOException {
    ByteBuffer head = read(at, JournalReader.HEAD);
    int length = head.getInt();
    if (length <= Link.SIZE || length > JournalReader.LARGEST || length > end - at) {
      throw damaged(at);
    }
    byte[] body = read(at + JournalReader.HEAD, length).array();
    if (JournalReader.sum(body) != head.getInt()) {
      throw damaged(at);
    }
    return Arrays.copyOfRange(body, Link.SIZE, length);
  }

  /** The byte after a record of this payload. */
  static long after(long at, byte[] payload) {
    return at + JournalReader.HEAD + Link.SIZE + payload.length;
  }

  /** Whether the record of a link begins where it says and has its hash. */
  boolean has(Link link) throws IOException {
    if (link.equals(Link.START)) {
      return true;
    }
    return link.at() + JournalReader.HEAD + Link.SIZE <= channel.size()
        && link.isHash(read(link.at() + JournalReader.HEAD, Link.SIZE).array());
  }

  void force(boolean metadata) throws IOException {
    sync.force(file, channel, metadata);
  }

  /** Cuts what lies behind the last record. */
  void cut() throws IOException {
    channel.truncate(end);
  }

  /** Gives it another name; the folder is to be synced afterwards. */
  void moveTo(Path other) throws IOException {
    Files.move(file, other, StandardCopyOption.ATOMIC_MOVE);
  }

  void close() throws IOException {
    channel.close();
  }

  static byte[] head(int format) {
    byte[] head = Arrays.copyOf(NAME, FIRST);
    head[NAME.length] = (byte) format;
    return head;
  }

  static void syncFolder(Path file, Sync sync) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        sync.force(folder, channel, true);
      }
    }
  }

  void write(ByteBuffer data, long at) throws IOException {
    long position = at;
    int limit = data.limit();
    while (data.position() < limit) {
      data.limit(Math.min(limit, data.position() + CHUNK));
      position += channel.write(data, position);
    }
  }

  private ByteBuffer read(long at, int length) throws IOException {
    ByteBuffer data = ByteBuffer.allocate(length);
    while (data.position() < length) {
      data.limit(Math.min(length, data.position() + CHUNK));
      if (channel.read(data, at + data.position()) < 0) {
        throw damaged(at);
      }
    }
    return data.flip();
  }

  private StoreException damaged(long at) {
    return new StoreException(
        "journal " + file + " is damaged at byte " + at + ": no whole record is there any more");
  }
}
