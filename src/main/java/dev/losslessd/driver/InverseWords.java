package dev.losslessd.driver;

import dev.losslessd.text.Pattern;
import java.util.Collection;
import java.util.List;

/** Lines of one setting as the words by which its inverse brings them back. */
public final class InverseWords {
  /** Words of a setting that has no line. */
  public static final String NONE = "none";

  private static final String BETWEEN = "; ";

  private InverseWords() {}

  /** Joins lines, sorted, each once. */
  public static String of(Collection<String> lines) {
    return lines.isEmpty()
        ? NONE
        : String.join(BETWEEN, lines.stream().sorted().distinct().toList());
  }

  /** Returns the lines that {@link #of} joined. */
  public static List<String> parse(String words) {
    return words.equals(NONE) ? List.of() : List.of(Pattern.of(BETWEEN).split(words, -1));
  }
}
