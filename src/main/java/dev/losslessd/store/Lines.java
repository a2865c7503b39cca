package dev.losslessd.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/** Lines of a file one after the other; one of them is in memory at a time. */
final class Lines {
  /** Largest line of a journal, bytes. */
  static final int LARGEST = 16 * 1024 * 1024;

  /** Bytes that are read at once where many lines are wanted, and where one is. */
  private static final int PART = 64 * 1024;

  static final int SHORT = 4 * 1024;

  private final SegmentBytes bytes;
  private final byte[] part;
  private int next;
  private int filled;
  private long at;

  /**
   * A line, or what the file ends with.
   *
   * @param text without the line break
   * @param at place in the file of its first byte
   * @param ended whether a line break follows; else the file ends, or the line is too long
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes of one line: handed on, never compared
  record Line(byte[] text, long at, boolean ended) {
    /** Place in the file of the byte behind it. */
    long after() {
      return at + text.length + (ended ? 1 : 0);
    }
  }

  /**
   * @param from the first byte of a line
   */
  Lines(SegmentBytes bytes, long from) {
    this(bytes, from, PART);
  }

  Lines(SegmentBytes bytes, long from, int part) {
    this.bytes = bytes;
    this.at = from;
    this.part = new byte[part];
  }

  /** Empty at the end of the file. */
  Optional<Line> next() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream(256);
    while (text.size() <= LARGEST) {
      if (next == filled && !fill(at + text.size())) {
        break;
      }
      int end = next;
      while (end < filled && part[end] != '\n') {
        end++;
      }
      text.write(part, next, end - next);
      boolean ended = end < filled;
      next = ended ? end + 1 : end;
      if (ended) {
        return Optional.of(take(text, true));
      }
    }
    return text.size() == 0 ? Optional.empty() : Optional.of(take(text, false));
  }

  private Line take(ByteArrayOutputStream text, boolean ended) {
    Line line = new Line(text.toByteArray(), at, ended);
    at = line.after();
    return line;
  }

  private boolean fill(long from) throws IOException {
    next = 0;
    filled = Math.max(0, bytes.read(from, part));
    return filled > 0;
  }
}
