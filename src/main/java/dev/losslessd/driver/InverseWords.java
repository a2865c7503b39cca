package dev.losslessd.driver;

import dev.losslessd.text.Pattern;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lines of one setting as the words by which its inverse brings them back. */
public final class InverseWords {
  /** Words of a setting that has no line. */
  public static final String NONE = "none";

  private static final String BETWEEN = "; ";

  private InverseWords() {}

  /** What is said, one behind the other; an empty text says nothing. */
  public static String joined(String... texts) {
    return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining(BETWEEN));
  }

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
