package dev.losslessd.store;

import dev.losslessd.text.Worded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A look at a whole journal, through all of its files. Changes nothing; the daemon may be running.
 *
 * @param first number of the first line that is there; lines before it are in files that were taken
 *     away
 * @param lines how many there are
 * @param commits how many of them it has the plan of
 * @param torn bytes at the end of a write that was broken off, or is under way; 0 for none
 * @param anchored whether its head vouches for its end
 */
public record JournalCheck(long first, long lines, int commits, long torn, boolean anchored) {
  /**
   * Follows the chain through every line, and reads each.
   *
   * @param each receives every entry, oldest first
   * @throws StoreException damaged or cut short, no journal, of another format, or unreadable
   */
  public static JournalCheck of(Path file, Consumer<Entry> each) {
    return of(file, JournalHead.beside(file), each);
  }

  /** As {@link #of(Path, Consumer)}, with a head in another place. */
  public static JournalCheck of(Path file, Path head, Consumer<Entry> each) {
    try {
      // before the lines: one that is appended meanwhile is then none that is missing
      Optional<JournalHead> expected = JournalHead.read(head);
      if (Files.notExists(file)) {
        throw new NoSuchFileException(file.toString());
      }
      CommitIndex index = new CommitIndex();
      JournalScan.Place from = first(new Segments(file));
      JournalScan.End end =
          new JournalScan(new Segments(file))
              .follow(
                  from,
                  (place, link, line) -> {
                    Entry entry = EntryLine.entry(line, file);
                    index.take(Worded.of(entry.getClass()), entry.commit(), place);
                    if (expected.isPresent()
                        && expected.get().link().lines() == link.lines()
                        && !expected.get().link().equals(link)) {
                      throw new StoreException(
                          "journal %s: line %s is another one than was written"
                              .formatted(file, link.lines()));
                    }
                    each.accept(entry);
                  });
      requireEnd(file, end.place().link(), expected);
      return new JournalCheck(
          from.link().lines() + 1,
          end.place().link().lines() - from.link().lines(),
          index.size(),
          end.torn().length,
          expected.isPresent());
    } catch (IOException e) {
      throw new StoreException("journal " + file + " cannot be read: " + StateFolder.reason(e), e);
    }
  }

  private static JournalScan.Place first(Segments segments) throws IOException {
    int number = segments.closed().stream().findFirst().orElse(0);
    try (Segments.Segment segment =
        number > 0 ? segments.open(number) : segments.open(segments.journal())) {
      return JournalScan.Place.begin(segment.head());
    }
  }

  private static void requireEnd(Path file, Link end, Optional<JournalHead> expected) {
    if (expected.isPresent() && expected.get().link().lines() > end.lines()) {
      throw new StoreException(
          "journal %s has lost its end: its head has %s lines, and its files have %s"
              .formatted(file, expected.get().link().lines(), end.lines()));
    }
  }

  /** Says in one line that the journal is whole, and of what a write is under way. */
  public String text(Path file) {
    return "%s: whole, %d lines of %d commits%s%s%s"
        .formatted(
            file,
            lines,
            commits,
            first == 1 ? "" : "; lines before " + first + " are in files that were taken away",
            anchored ? "" : "; without its head nothing vouches for its end",
            torn == 0
                ? ""
                : ("; the last %s bytes are of a line that is being written, or that a crash has"
                        + " broken off")
                    .formatted(torn));
  }
}
