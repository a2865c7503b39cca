package dev.losslessd.store;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;

/**
 * Lines of a journal by their places. It has files of its own, so that whoever reads the past keeps
 * no commit waiting. Not safe for threads: one reads for all ({@link Undisturbed}).
 */
final class JournalReads implements AutoCloseable {
  /** Closed files that are kept open: a rollback walks from one to the one before it. */
  private static final int OPEN = 2;

  private final Segments segments;

  /** Numbers of the files that were seen, by their starts. */
  private final TreeMap<Long, Integer> seen = new TreeMap<>();

  private final LinkedHashMap<Integer, Segments.Segment> open = new LinkedHashMap<>(4, 0.75f, true);

  JournalReads(Segments segments) {
    this.segments = segments;
  }

  /**
   * The line that begins at a place, with its hash checked.
   *
   * @param last number of the newest file
   * @throws StoreException damaged there, or its file is missing
   */
  byte[] line(long place, int last) throws IOException {
    int number = file(place, last);
    Segments.Segment segment = segment(number);
    long at = place - segment.head().start();
    try {
      byte[] before = new byte[Link.TAIL];
      read(segment.bytes(), at - 1 - Link.TAIL, before);
      byte[] line =
          segment
              .at(place)
              .next()
              .filter(Lines.Line::ended)
              .map(Lines.Line::text)
              .orElseThrow(() -> new EOFException("no whole line is there"));
      Link _ = new Link(EntryLine.number(line) - 1, Link.hash(before, Link.TAIL)).follow(line);
      return line;
    } catch (IllegalArgumentException | EOFException e) {
      throw new StoreException(
          "journal " + segment.file() + " is damaged at byte " + at + ": " + e.getMessage(), e);
    }
  }

  private static void read(SegmentBytes bytes, long from, byte[] into) throws IOException {
    byte[] part = new byte[into.length];
    for (int done = 0; done < into.length; ) {
      int more = from < 0 ? -1 : bytes.read(from + done, part);
      if (more <= 0) {
        throw new EOFException("no line is before it");
      }
      int length = Math.min(more, into.length - done);
      System.arraycopy(part, 0, into, done, length);
      done += length;
    }
  }

  /** Number of the file that a place is in. */
  private int file(long place, int last) throws IOException {
    var known = seen.floorEntry(place);
    var next = seen.higherEntry(place);
    if (known != null
        && (known.getValue() == last
            || (next != null && next.getValue() == known.getValue() + 1))) {
      return known.getValue();
    }
    int low = Math.min(last, segments.closed().stream().findFirst().orElse(last));
    int high = last;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (segment(middle).head().start() <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    if (segment(low).head().start() > place) {
      throw segments.lacking(low - 1);
    }
    return low;
  }

  /** The one that is appended to is not kept: it is closed by whoever closes the file. */
  private Segments.Segment segment(int number) throws IOException {
    Segments.Segment found = open.get(number);
    if (found != null) {
      return found;
    }
    found = segments.open(number);
    seen.put(found.head().start(), number);
    if (!found.file().equals(segments.journal())) {
      open.put(number, found);
      if (open.size() > OPEN) {
        open.pollFirstEntry().getValue().close();
      }
    }
    return found;
  }

  /** Lines of a part of a journal, and where the next part begins. */
  record Part(List<byte[]> lines, JournalScan.Place next) {}

  /**
   * Some lines from a place on.
   *
   * @param until the place after the last of all
   * @param most bytes; one line is read in any case
   */
  Part part(JournalScan.Place from, long until, int most) throws IOException {
    List<byte[]> lines = new ArrayList<>();
    Segments.Segment segment = segment(from.file());
    long place = Math.max(from.place(), segment.head().first());
    Lines all = segment.from(place);
    int size = 0;
    while (place < until && size < most) {
      var next = all.next();
      if (next.isEmpty()) {
        return new Part(lines, new JournalScan.Place(from.file() + 1, place, Link.START));
      }
      lines.add(next.get().text());
      size += next.get().text().length;
      place = segment.head().start() + next.get().after();
    }
    return new Part(lines, new JournalScan.Place(from.file(), place, Link.START));
  }

  @Override
  public void close() throws IOException {
    for (Segments.Segment one : Arrays.asList(open.values().toArray(Segments.Segment[]::new))) {
      one.close();
    }
    open.clear();
  }
}
