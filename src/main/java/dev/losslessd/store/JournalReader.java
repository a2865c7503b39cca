package dev.losslessd.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Reads the records of a journal one after the other, and judges bytes at its end that are none.
 *
 * <p>A write that was broken off leaves less than its length says, or sectors of zeros: a file
 * system may lengthen a file and lose the data at a power cut, or allocate ahead. Such a tail never
 * was durable. Everything else at the end is damage of a record that was durable: its whole length
 * is there and its sum is wrong, its length is none, or its length alone is wrong, which the sum of
 * the bytes that are there tells. So is, anywhere, a record that is whole and does not follow from
 * the one before it: one was taken out, swapped or changed.
 */
final class JournalReader {
  /** Length and sum before each body. */
  static final int HEAD = 8;

  /** Largest body of a record, bytes. */
  static final int LARGEST = 16 * 1024 * 1024;

  /** Smallest unit that a disk loses. */
  private static final int SECTOR = 512;

  /** More zeros in a row than any record has. */
  private static final int LEAST_LOST = 32;

  /**
   * @param end byte after the last record
   * @param size of the file; the tail between is torn
   * @param last the chain after the last record, and where that stands
   */
  record Scan(long end, long size, Link last) {
    boolean torn() {
      return end < size;
    }
  }

  /** Takes each record in the order of the file. */
  @FunctionalInterface
  interface Visitor {
    /**
     * @param at its first byte in the file
     */
    void record(long at, byte[] payload) throws IOException;
  }

  private final Path file;
  private final Window bytes;
  private final boolean chained;

  /**
   * @param format 1 has no chain
   */
  JournalReader(Path file, Window bytes, int format) {
    this.file = file;
    this.bytes = bytes;
    this.chained = format > 1;
  }

  /**
   * @param first byte of the first record
   * @param before what that record follows
   * @throws StoreException damaged
   */
  Scan scan(long first, Link before, Visitor each) throws IOException {
    Link last = before;
    long at = first;
    while (at < bytes.size()) {
      int length = length(at);
      if (length == 0) {
        requireTorn(at);
        return new Scan(at, bytes.size(), last);
      }
      byte[] body = bytes.bytes(at + HEAD, length);
      byte[] payload = chained ? Arrays.copyOfRange(body, Link.SIZE, length) : body;
      last = chained ? follow(last, at, body, payload) : last;
      each.record(at, payload);
      at += HEAD + length;
    }
    return new Scan(at, bytes.size(), last);
  }

  private Link follow(Link before, long at, byte[] body, byte[] payload) {
    Link next = before.next(at, payload);
    if (!next.isHash(Arrays.copyOf(body, Link.SIZE))) {
      throw new StoreException(
          "journal "
              + file
              + " is damaged at byte "
              + at
              + ": the record is whole and does not follow from the one before it: one was taken"
              + " out, swapped or changed; restore the file");
    }
    return next;
  }

  static int sum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, bytes.length);
    return (int) crc.getValue();
  }

  /** Length of the body of the record at a byte; 0 if there is no whole one. */
  private int length(long at) throws IOException {
    if (bytes.size() - at < HEAD) {
      return 0;
    }
    int length = bytes.number(at);
    boolean there =
        length > (chained ? Link.SIZE : 0)
            && length <= LARGEST
            && length <= bytes.size() - at - HEAD;
    return there && bytes.sum(at + HEAD, length) == bytes.number(at + 4) ? length : 0;
  }

  private void requireTorn(long start) throws IOException {
    for (long at = start + 1; at + HEAD < bytes.size(); at++) {
      if (length(at) > 0) {
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
    damage(start)
        .ifPresent(what -> {
          throw new StoreException(
              "journal %1$s is damaged at byte %2$d: %3$s. It was durable and may have been a confirm, so nothing is undone or written. Restore the file; or go on without that record: cp -p %1$s %1$s.damaged && truncate -s %2$d %1$s, and what the audit tells of it is held back until 'losslessd thaw'"
                  .formatted(file, start, what));
        });
  }

  /** Why the tail is no write that was broken off; empty where it may be one. */
  private Optional<String> damage(long start) throws IOException {
    long left = bytes.size() - start - HEAD;
    if (left < 0 || isLost(start)) {
      return Optional.empty();
    }
    int length = bytes.number(start);
    if (length <= 0 || length > LARGEST) {
      return Optional.of(
          "the last record has length " + length + ", expected 1 to " + LARGEST + " bytes");
    }
    if (length <= left) {
      return Optional.of("the last record has all its bytes and does not match its sum");
    }
    return bytes.sum(start + HEAD, left) == bytes.number(start + 4)
        ? Optional.of(
            "the last record has length "
                + length
                + ", and the sum of the "
                + left
                + " that follow")
        : Optional.empty();
  }

  private boolean isLost(long start) throws IOException {
    long size = bytes.size();
    if (isZero(start, size)) {
      return true;
    }
    for (long from = start; from < size; from = (from / SECTOR + 1) * SECTOR) {
      long to = Math.min((from / SECTOR + 1) * SECTOR, size);
      if (to - from >= LEAST_LOST && isZero(from, to)) {
        return true;
      }
    }
    return false;
  }

  private boolean isZero(long from, long to) throws IOException {
    for (long at = from; at < to; at++) {
      if (bytes.at(at) != 0) {
        return false;
      }
    }
    return true;
  }
}
