package dev.losslessd.http;

import dev.losslessd.config.Distance;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The valid word that someone may have meant. */
final class Suggestions {
  private static final int LONGEST = 64;
  private static final int SHORTEST_START = 4;

  /** Two letters changed places. */
  private static final int SWAP = 2;

  private Suggestions() {}

  /** For the end of a message: the word that was meant, or all that are valid. */
  static String hint(String word, Collection<String> valid) {
    return of(word, valid)
        .map(near -> ", did you mean '" + near + "'?")
        .orElse(valid.isEmpty() ? "" : ", expected one of " + String.join(", ", valid));
  }

  private static Optional<String> of(String word, Collection<String> valid) {
    if (word.length() > LONGEST) {
      return Optional.empty();
    }
    String small = word.toLowerCase(Locale.ROOT);
    return valid.stream()
        .filter(v -> near(small, v.toLowerCase(Locale.ROOT)))
        .min(Comparator.comparingInt(v -> Distance.between(small, v)));
  }

  /** A few letters apart, or cut short. */
  private static boolean near(String word, String valid) {
    int distance = Distance.between(word, valid);
    return (distance <= Math.max(SWAP, valid.length() / 3) && distance < valid.length())
        || (word.length() >= SHORTEST_START && valid.startsWith(word));
  }
}
