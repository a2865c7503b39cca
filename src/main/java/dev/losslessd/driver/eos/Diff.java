package dev.losslessd.driver.eos;

import dev.losslessd.driver.Line;
import java.util.List;
import java.util.Optional;

/**
 * {@code show session-config diffs}, which compares with what runs now. A commit writes what runs
 * over with the session, changes of others since the session was opened included: those show here
 * as lines that we have not sent, or have never read.
 */
final class Diff {
  private Diff() {}

  static boolean isEmpty(String text) {
    return text.lines().noneMatch(Diff::isChange);
  }

  static boolean isChange(String line) {
    return (line.startsWith("+") && !line.startsWith("+++"))
        || (line.startsWith("-") && !line.startsWith("---"));
  }

  /**
   * A line of the difference that is not ours; empty if there is none.
   *
   * @param before the configuration that the lines were made for
   */
  static Optional<String> foreign(String text, List<Line> lines, String before) {
    List<String> sent = lines.stream().map(Line::text).toList();
    List<String> known = before.lines().map(String::strip).toList();
    return text.lines()
        .filter(Diff::isChange)
        .filter(line -> {
          String bare = line.substring(1).strip();
          boolean trivial = bare.isEmpty() || bare.equals("!");
          // a line that was there may show as gone here and come there: it has moved
          boolean ours = known.contains(bare) || (line.startsWith("+") && sent.contains(bare));
          // the switch prints entries of one class together
          return !trivial && !ours && !(bare.startsWith("qos map dscp ") && anyMap(sent));
        })
        .findFirst();
  }

  private static boolean anyMap(List<String> sent) {
    return sent.stream().anyMatch(line -> line.startsWith("qos map dscp "));
  }
}
