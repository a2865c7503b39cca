package dev.losslessd.config;

import java.util.Comparator;

/**
 * One mistake in a config file.
 *
 * @param file as the caller named it
 * @param line from 1
 * @param column from 1
 * @param key dotted path: {@code policy.classes[0].priority}
 * @param message what is wrong, and what was expected
 */
public record Problem(String file, int line, int column, String key, String message)
    implements Comparable<Problem> {
  /** Enough for a sentence; what a file says is not repeated at length. */
  private static final int LONGEST = 400;

  private static final int LONGEST_KEY = 200;

  private static final Comparator<Problem> ORDER =
      Comparator.comparing(Problem::file)
          .thenComparingInt(Problem::line)
          .thenComparingInt(Problem::column)
          .thenComparing(Problem::text);

  /** Creates a problem; texts that are long are shortened. */
  public Problem {
    key = shortened(key, LONGEST_KEY);
    message = shortened(message, LONGEST);
  }

  /** Keeps the end as well: it says what was expected. */
  private static String shortened(String text, int longest) {
    int half = longest / 2;
    return text.length() <= longest
        ? text
        : text.substring(0, half) + "..." + text.substring(text.length() - half);
  }

  /** The problem in one line: {@code file:line:column key: message}. */
  public String text() {
    return file + ":" + line + ":" + column + " " + (key.isEmpty() ? "" : key + ": ") + message;
  }

  @Override
  public int compareTo(Problem other) {
    return ORDER.compare(this, other);
  }
}
