package dev.losslessd.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code losslessd run} in the words that systemd starts it with. They need no parser, and the
 * parser's classes, too old a format for the JVM's cache, are a third of the time that the daemon
 * takes to its first page. All other words, wrong ones too, are the parser's.
 */
final class PlainRun {
  private static final List<String> OPTIONS = List.of("--config", "--socket");

  private PlainRun() {}

  /** Options of a plain {@code run}; empty for words that need the full parser. */
  static Optional<LocalVerbs.RunOptions> of(String[] words, Environment environment) {
    Map<String, Path> values = new HashMap<>();
    if (words.length == 0 || !words[0].equals("run")) {
      return Optional.empty();
    }
    for (int n = 1; n < words.length; n += 2) {
      Path value = n + 1 < words.length ? path(words[n + 1]) : null;
      if (!OPTIONS.contains(words[n]) || value == null || values.put(words[n], value) != null) {
        return Optional.empty();
      }
    }
    Path config = values.get("--config");
    return Optional.of(
        new LocalVerbs.RunOptions(
            config == null ? environment.config() : config,
            Optional.ofNullable(values.get("--socket"))));
  }

  private static @Nullable Path path(String word) {
    try {
      return word.isEmpty() || word.startsWith("-") ? null : Path.of(word);
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
