package dev.losslessd.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/**
 * Follows the chain of a journal from a place through all of its files, and judges bytes at its end
 * that are no line.
 *
 * <p>A write that was broken off leaves a line without its end, or sectors of zeros: a file system
 * may lengthen a file and lose the data at a power cut, or allocate ahead. Such a tail never was
 * durable. Everything else is damage of a line that was durable: it is whole and does not match its
 * hash, or does not follow from the one before it, or other lines follow it.
 */
record JournalScan(Segments segments) {
  /** More zeros in a row than any line has. */
  private static final int LEAST_LOST = 32;

  /** Takes each line in its order. */
  @FunctionalInterface
  interface Visitor {
    /**
     * @param place of its first byte, counted over all files
     * @param line without its line break
     */
    void line(long place, Link link, byte[] line) throws IOException;
  }

  /**
   * Where a journal ends, or where a scan of it begins.
   *
   * @param file number of the file
   * @param place of the byte after the last line, counted over all files
   */
  record Place(int file, long place, Link link) {
    /** Before the first entry of a file. */
    static Place begin(SegmentHead head) {
      return new Place(head.number(), head.first(), head.before());
    }
  }

  /**
   * Where a journal ends, and what is behind its last line.
   *
   * @param head first line of the last file
   * @param torn bytes of a write that was broken off; none where there are none
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes of one line: handed on, never compared
  record End(SegmentHead head, Place place, byte[] torn) {}

  /**
   * @throws StoreException damaged, or a file is missing
   */
  End follow(Place from, Visitor each) throws IOException {
    Place at = from;
    while (true) {
      try (Segments.Segment segment = segments.open(at.file())) {
        requireFollows(segment, at, from);
        End end = lines(segment, at, each);
        if (segment.file().equals(segments.journal())) {
          return end;
        }
        if (end.torn().length > 0) {
          throw damaged(segment, end.place(), "it has no end, and other files follow", false);
        }
        at = new Place(at.file() + 1, end.place().place(), end.place().link());
      }
    }
  }

  /** A file goes on where the one before it ends. */
  private static void requireFollows(Segments.Segment segment, Place at, Place from) {
    SegmentHead head = segment.head();
    boolean first = at.equals(from);
    if (!first && (head.start() != at.place() || !head.before().equals(at.link()))) {
      throw new StoreException(
          ("journal %s does not follow from the file before it: one was taken out or changed;"
                  + " restore it")
              .formatted(segment.file()));
    }
  }

  static End lines(Segments.Segment segment, Place from, Visitor each) throws IOException {
    SegmentHead head = segment.head();
    Link link = from.link();
    long place = Math.max(from.place(), head.first());
    Lines lines = segment.from(place);
    for (Optional<Lines.Line> next = lines.next(); next.isPresent(); next = lines.next()) {
      Lines.Line line = next.get();
      Place here = new Place(head.number(), place, link);
      if (!line.ended()) {
        return new End(head, here, torn(segment, here, line.text(), true));
      }
      try {
        link = link.follow(line.text());
      } catch (IllegalArgumentException e) {
        return new End(head, here, lost(segment, here, line.text(), lines, e));
      }
      each.line(place, link, line.text());
      place = head.start() + line.after();
    }
    return new End(head, new Place(head.number(), place, link), new byte[0]);
  }

  /** A tail without a line break is torn, unless the break alone is another byte. */
  private static byte[] torn(Segments.Segment segment, Place at, byte[] tail, boolean last) {
    if (tail.length > Lines.LARGEST) {
      throw damaged(segment, at, "it is longer than any line", last);
    }
    try {
      at.link().follow(tail, tail.length - 1);
    } catch (IllegalArgumentException e) {
      return tail;
    }
    throw damaged(segment, at, "its line break was changed", last);
  }

  /** A line that is none is torn where sectors of it were lost, and nothing follows it. */
  private static byte[] lost(
      Segments.Segment segment, Place at, byte[] bad, Lines lines, IllegalArgumentException why)
      throws IOException {
    ByteArrayOutputStream tail = new ByteArrayOutputStream();
    tail.writeBytes(bad);
    tail.write('\n');
    Optional<Lines.Line> more = lines.next();
    boolean last = more.isEmpty() || (!more.get().ended() && isZero(more.get().text()));
    more.ifPresent(line -> tail.writeBytes(line.text()));
    if (!last || !isLost(tail.toByteArray())) {
      throw damaged(segment, at, String.valueOf(why.getMessage()), last);
    }
    return tail.toByteArray();
  }

  private static boolean isLost(byte[] tail) {
    int zeros = 0;
    for (byte one : tail) {
      zeros = one == 0 ? zeros + 1 : 0;
      if (zeros >= LEAST_LOST) {
        return true;
      }
    }
    return zeros > 0;
  }

  private static boolean isZero(byte[] bytes) {
    for (byte one : bytes) {
      if (one != 0) {
        return false;
      }
    }
    return true;
  }

  private static StoreException damaged(
      Segments.Segment segment, Place at, String why, boolean last) {
    long start = at.place() - segment.head().start();
    long line = at.link().lines() - segment.head().before().lines() + 2;
    String what =
        "journal %1$s is damaged at line %2$d (byte %3$d): %4$s. "
            .formatted(segment.file(), line, start, why);
    return new StoreException(
        last
            ? what
                + "It was durable and may have been a confirm, so nothing is undone or written. Restore the file; or go on without that line: cp -p %1$s %1$s.damaged && truncate -s %2$d %1$s, and what is lost is held back until 'losslessd thaw'"
                    .formatted(segment.file(), start)
            : what + "Restore the file");
  }
}
