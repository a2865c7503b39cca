package dev.losslessd.store;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a journal. The last one has its name and is appended to; closed ones have a number
 * behind it, {@code journal.1.gz}, and have no {@code .gz} for the moment before they are packed.
 */
final class Segments {
  private static final Pattern CLOSED = Pattern.compile("\\.([1-9][0-9]{0,8})(\\.gz)?");

  /** A file is renamed at most twice while it is looked for. */
  private static final int TRIES = 4;

  private final Path journal;
  private volatile @Nullable Segment appended;

  Segments(Path journal) {
    this.journal = journal;
  }

  /**
   * Reads the last file by the channel that has its lock: the first close of another one would free
   * the lock for every process (fcntl(2)).
   */
  void appending(SegmentHead head, FileChannel locked) {
    appended = new Segment(journal, head, SegmentBytes.borrowed(locked));
  }

  Path journal() {
    return journal;
  }

  Path plain(int number) {
    return journal.resolveSibling(journal.getFileName() + "." + number);
  }

  Path packed(int number) {
    return journal.resolveSibling(journal.getFileName() + "." + number + ".gz");
  }

  /** What a file is called while it is written. */
  Path fresh() {
    return journal.resolveSibling(journal.getFileName() + ".new");
  }

  /** Numbers of the closed files. */
  SortedSet<Integer> closed() throws IOException {
    SortedSet<Integer> all = new TreeSet<>();
    Path folder = journal.toAbsolutePath().getParent();
    String prefix = String.valueOf(journal.getFileName());
    try (Stream<Path> files = Files.list(folder)) {
      for (Path one : files.toList()) {
        String name = String.valueOf(one.getFileName());
        Matcher match =
            CLOSED.matcher(name.startsWith(prefix) ? name.substring(prefix.length()) : "");
        if (match.matches()) {
          all.add(Integer.valueOf(match.group(1)));
        }
      }
    }
    return all;
  }

  /** An open file with its first line. */
  record Segment(Path file, SegmentHead head, SegmentBytes bytes) implements AutoCloseable {
    /** Its lines from a place, counted over all files. */
    Lines from(long place) {
      return new Lines(bytes, place - head.start());
    }

    /** As {@link #from}, where one line is wanted. */
    Lines at(long place) {
      return new Lines(bytes, place - head.start(), Lines.SHORT);
    }

    @Override
    public void close() throws IOException {
      bytes.close();
    }
  }

  /**
   * Opens a file by its number, whatever it is called at this moment.
   *
   * @throws StoreException it is missing, or is no journal
   */
  Segment open(int number) throws IOException {
    Segment last = appended;
    if (last != null && last.head().number() == number) {
      return last;
    }
    for (int tries = 0; tries < TRIES; tries++) {
      for (Path file : Arrays.asList(packed(number), plain(number), journal)) {
        try {
          Segment found = open(file);
          if (found.head().number() == number) {
            return found;
          }
          found.close();
        } catch (NoSuchFileException e) {
          // it has another name, or is just given one
        }
      }
    }
    throw lacking(number);
  }

  StoreException lacking(int number) {
    return new StoreException(
        "journal " + journal + " lacks its file " + packed(number) + "; restore it");
  }

  Segment open(Path file) throws IOException {
    Segment last = appended;
    if (file.equals(journal) && last != null) {
      return last;
    }
    return OwnerOnly.kept(bytes(file), bytes -> new Segment(file, head(file, bytes), bytes));
  }

  static SegmentHead head(Path file, SegmentBytes bytes) throws IOException {
    byte[] none = {};
    return SegmentHead.parse(
        file, new Lines(bytes, 0, Lines.SHORT).next().map(Lines.Line::text).orElse(none));
  }

  private static SegmentBytes bytes(Path file) throws IOException {
    return OwnerOnly.kept(
        FileChannel.open(file, StandardOpenOption.READ),
        channel ->
            String.valueOf(file.getFileName()).endsWith(".gz")
                ? new BlockGzip(channel)
                : SegmentBytes.plain(channel));
  }
}
