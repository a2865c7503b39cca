package dev.losslessd.store;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Reads the records of a journal, and judges bytes at its end that are none.
 *
 * <p>A write that was broken off leaves less than its length says, or sectors of zeros: a file
 * system may lengthen a file and lose the data at a power cut, or allocate ahead. Such a tail never
 * was durable. Everything else at the end is damage of a record that was durable: its whole length
 * is there and its sum is wrong, its length is none, or its length alone is wrong, which the sum of
 * the bytes that are there tells.
 */
final class JournalReader {
  /** Length and sum before each payload. */
  static final int HEAD = 8;

  private static final int LARGEST = 16 * 1024 * 1024;

  /** Smallest unit that a disk loses. */
  private static final int SECTOR = 512;

  /** More zeros in a row than any record has. */
  private static final int LEAST_LOST = 32;

  /**
   * @param end byte after the last record
   * @param size of the file; the tail between is torn
   */
  record Scan(List<Entry> entries, int end, int size) {
    boolean torn() {
      return end < size;
    }
  }

  private final Path file;
  private final byte[] all;

  JournalReader(Path file, byte[] all) {
    this.file = file;
    this.all = all;
  }

  /**
   * @param first byte of the first record
   * @throws StoreException damaged
   */
  Scan scan(int first) {
    List<Entry> entries = new ArrayList<>();
    int at = first;
    while (at < all.length) {
      int length = length(at);
      if (length == 0) {
        requireTorn(at);
        return new Scan(entries, at, all.length);
      }
      byte[] payload = java.util.Arrays.copyOfRange(all, at + HEAD, at + HEAD + length);
      entries.add(EntryCodec.decode(payload, file + " at byte " + at));
      at += HEAD + length;
    }
    return new Scan(entries, at, all.length);
  }

  static int sum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  /** Length of the payload of the record at a byte; 0 if there is no whole one. */
  private int length(int at) {
    if (all.length - at < HEAD) {
      return 0;
    }
    int length = number(at);
    boolean there = length > 0 && length <= LARGEST && length <= all.length - at - HEAD;
    return there && sum(all, at + HEAD, length) == number(at + 4) ? length : 0;
  }

  private int number(int at) {
    return ByteBuffer.wrap(all).getInt(at);
  }

  private void requireTorn(int start) {
    for (int at = start + 1; at + HEAD < all.length; at++) {
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
  private Optional<String> damage(int start) {
    int left = all.length - start - HEAD;
    if (left < 0 || isLost(start)) {
      return Optional.empty();
    }
    int length = number(start);
    if (length <= 0 || length > LARGEST) {
      return Optional.of(
          "the last record has length " + length + ", expected 1 to " + LARGEST + " bytes");
    }
    if (length <= left) {
      return Optional.of("the last record has all its bytes and does not match its sum");
    }
    return sum(all, start + HEAD, left) == number(start + 4)
        ? Optional.of(
            "the last record has length "
                + length
                + ", and the sum of the "
                + left
                + " that follow")
        : Optional.empty();
  }

  private boolean isLost(int start) {
    if (isZero(start, all.length)) {
      return true;
    }
    for (int from = start; from < all.length; from = (from / SECTOR + 1) * SECTOR) {
      int to = Math.min((from / SECTOR + 1) * SECTOR, all.length);
      if (to - from >= LEAST_LOST && isZero(from, to)) {
        return true;
      }
    }
    return false;
  }

  private boolean isZero(int from, int to) {
    for (int at = from; at < to; at++) {
      if (all[at] != 0) {
        return false;
      }
    }
    return true;
  }
}
