package dev.losslessd.driver.eos;

import dev.losslessd.driver.Line;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * {@code show session-config diffs}, which compares with what runs now. A commit writes what runs
 * over with the session, changes of others since the session was opened included: those show here
 * as lines that we have not sent, or have never read.
 *
 * @param changes lines that come, each with {@code +} before it, and those that go with {@code -}
 */
record Diff(List<String> changes) {
  private static final String MAP = "qos map dscp ";

  static Diff parse(String text) {
    return new Diff(text.lines().filter(Diff::isChange).toList());
  }

  private static boolean isChange(String line) {
    return (line.startsWith("+") && !line.startsWith("+++"))
        || (line.startsWith("-") && !line.startsWith("---"));
  }

  private static String bare(String change) {
    return change.substring(1).strip();
  }

  /**
   * A line of the difference that is not ours; empty if there is none.
   *
   * @param before the configuration that the lines were made for
   */
  Optional<String> foreign(List<Line> lines, String before) {
    List<String> sent = lines.stream().map(Line::text).toList();
    List<String> known = before.lines().map(String::strip).toList();
    // the switch prints entries of one class together
    boolean maps = sent.stream().anyMatch(line -> line.startsWith(MAP));
    return changes.stream()
        .filter(line -> {
          String bare = bare(line);
          boolean trivial = bare.isEmpty() || bare.equals("!");
          // a line that was there may show as gone here and come there: it has moved
          boolean ours = known.contains(bare) || (line.startsWith("+") && sent.contains(bare));
          return !trivial && !ours && !(maps && bare.startsWith(MAP));
        })
        .findFirst();
  }

  /**
   * How often lines must come or go in the difference that a session makes. A profile is built anew
   * with lines that nobody asked to change; a line that the switch took and forgot would be missed
   * by no read-back of what was changed. Only lines that the switch printed itself are counted:
   * what is typed anew it may spell otherwise.
   */
  static final class Due {
    /** Least count of lines that come, by text. */
    private final Map<String, Integer> least = new TreeMap<>();

    private final Map<String, Integer> gone = new TreeMap<>();
    private final Map<String, Integer> exact = new TreeMap<>();

    /** A line is copied. */
    void copies(String text) {
      least.merge(text, 1, Integer::sum);
    }

    /** A line that stands there may go. */
    void loses(String text) {
      gone.merge(text, 1, Integer::sum);
    }

    /**
     * The head of a profile, or the use of one, comes or goes.
     *
     * @param by 1 or -1
     */
    void moves(String text, int by) {
      exact.merge(text, by, Integer::sum);
    }

    /** The first line that does not come or go as often as it must; empty if none. */
    Optional<String> missing(Diff diff) {
      Map<String, Integer> seen = new TreeMap<>();
      diff.changes.forEach(
          line -> seen.merge(bare(line), line.startsWith("+") ? 1 : -1, Integer::sum));
      return Stream.concat(
              exact.entrySet().stream()
                  .filter(one -> !one.getValue().equals(seen.getOrDefault(one.getKey(), 0))),
              least.entrySet().stream()
                  .filter(one ->
                      seen.getOrDefault(one.getKey(), 0)
                          < one.getValue() - gone.getOrDefault(one.getKey(), 0)))
          .map(Map.Entry::getKey)
          .findFirst();
    }
  }
}
