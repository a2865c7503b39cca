package dev.losslessd.store;

import dev.losslessd.text.Worded;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the head of a journal has and its files have not: lines that were durable are gone. Nothing
 * follows from the opposite, as the head is written after the line.
 *
 * @param what is missing, in a few words; empty for nothing
 * @param lines that are known of those that are gone, oldest first
 * @param complete whether these are all that are gone
 * @param highest number of a commit that was ever durable; none up to it is given out again
 */
public record Ahead(String what, List<Line> lines, boolean complete, int highest) {
  /** Stands for a journal that is as long as its head says. */
  public static final Ahead NOTHING = new Ahead("", List.of(), true, 0);

  private static final String CONFIRMED = Worded.of(Entry.Confirmed.class);
  private static final int NAMED = 8;

  /**
   * What is noted of a line beside the journal.
   *
   * @param number of the line, from 1
   * @param entry what it was, as {@code confirmed}
   * @param commit empty for none
   */
  public record Line(long number, String entry, String commit, Instant at, String actor) {
    /** {@code c-000007 confirmed by uid:0 at 2027-01-01T00:00:00Z (line 57)}. */
    String text() {
      String of = commit.isEmpty() ? "" : commit + " ";
      return "%s%s by %s at %s (line %d)".formatted(of, entry, actor, at, number);
    }
  }

  public Ahead {
    lines = List.copyOf(lines);
  }

  public boolean isEmpty() {
    return what.isEmpty();
  }

  /** Commits that were confirmed, as far as it is known. */
  public Set<String> confirmed() {
    return lines.stream()
        .filter(line -> line.entry().equals(CONFIRMED))
        .map(Line::commit)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** What is missing, and each line with its number, or the first few. */
  public String text() {
    String named =
        lines.stream()
            .filter(line -> !line.commit().isEmpty())
            .limit(NAMED)
            .map(Line::text)
            .collect(Collectors.joining(", "));
    String more = complete ? "" : "; what else was lost is unknown";
    return what + (named.isEmpty() ? "" : ": " + named) + more;
  }

  Ahead upTo(int number) {
    return new Ahead(what, lines, complete, Math.max(highest, number));
  }
}
