package dev.losslessd.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why expressions of boards find nothing: lines {@code absent REGEX: reason} for names of metrics,
 * and {@code empty REGEX: reason} for parts of expressions whose metrics are there.
 */
final class BoardReasons {
  /**
   * A line of the list.
   *
   * @param form of a metric's name, or a part of an expression
   */
  private record Reason(Pattern form, String why) {}

  private static final Pattern LINE = Pattern.compile("(absent|empty) (.+?): (.+)");

  /** Words of PromQL that are no metrics; functions have a parenthesis behind them. */
  private static final Set<String> WORDS =
      Set.of("and", "or", "unless", "bool", "offset", "atan2", "inf", "nan", "Inf", "NaN");

  private static final Pattern NAME =
      Pattern.compile("(?<![\\w.:])[a-zA-Z_:][a-zA-Z0-9_:]*(?![\\w:]|\\s*\\()");

  private final List<Reason> absent = new ArrayList<>();
  private final List<Reason> empty = new ArrayList<>();

  BoardReasons(Path file) throws IOException {
    for (String line : Files.readAllLines(file)) {
      Matcher parts = LINE.matcher(line);
      if (parts.matches()) {
        Reason reason = new Reason(Pattern.compile(parts.group(2)), parts.group(3));
        (parts.group(1).equals("absent") ? absent : empty).add(reason);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        throw new IllegalArgumentException(file + ": " + line);
      }
    }
  }

  /** Why a metric is not there. */
  Optional<String> ofMetric(String name) {
    return absent.stream()
        .filter(one -> one.form().matcher(name).matches())
        .map(Reason::why)
        .findFirst();
  }

  /** Why an expression finds nothing although its metrics are there. */
  Optional<String> ofExpression(String expression) {
    return empty.stream()
        .filter(one -> one.form().matcher(expression).find())
        .map(Reason::why)
        .findFirst();
  }

  /** Names of the metrics that an expression asks for; none for a selector without a name. */
  static Set<String> metrics(String expression) {
    String bare =
        expression
            .replaceAll("\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'", "\"\"")
            .replaceAll("#[^\\n]*", "")
            .replaceAll("\\{[^{}]*\\}", "")
            .replaceAll("\\[[^\\[\\]]*\\]", "")
            .replaceAll("\\b(?:offset|@)\\s*-?\\w+", "")
            .replaceAll(
                "\\b(?:by|without|on|ignoring|group_left|group_right)\\b\\s*(?:\\([^()]*\\))?", "");
    Set<String> names = new TreeSet<>();
    Matcher name = NAME.matcher(bare);
    while (name.find()) {
      if (!WORDS.contains(name.group())) {
        names.add(name.group());
      }
    }
    return names;
  }
}
