package dev.losslessd.driver.eos;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How often lines must come or go in the difference that a session makes. A profile is built anew
 * with lines that nobody asked to change; a line that the switch took and forgot would be missed by
 * no read-back of what was changed. Only lines that the switch printed itself are counted: what is
 * typed anew it may spell otherwise.
 */
final class DiffCheck {
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

  /**
   * The first line that does not come or go as often as it must; empty if none.
   *
   * @param diff what {@code show session-config diffs} printed
   */
  Optional<String> missing(String diff) {
    Map<String, Integer> seen = new TreeMap<>();
    diff.lines()
        .filter(Diff::isChange)
        .forEach(line ->
            seen.merge(line.substring(1).strip(), line.startsWith("+") ? 1 : -1, Integer::sum));
    return exact.entrySet().stream()
        .filter(one -> !one.getValue().equals(seen.getOrDefault(one.getKey(), 0)))
        .map(Map.Entry::getKey)
        .findFirst()
        .or(() ->
            least.entrySet().stream()
                .filter(one ->
                    seen.getOrDefault(one.getKey(), 0)
                        < one.getValue() - gone.getOrDefault(one.getKey(), 0))
                .map(Map.Entry::getKey)
                .findFirst());
  }
}
