package dev.losslessd.text;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Regular expressions of the JDK, to compare with and to read sources by. */
final class Jdk {
  private final Pattern pattern;

  Jdk(String regex) {
    this.pattern = Pattern.compile(regex);
  }

  /** The first groups of all matches. */
  List<String> firstGroups(String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  String replaceAll(String text, UnaryOperator<String> ofFirstGroup) {
    return pattern
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(ofFirstGroup.apply(match.group(1))));
  }

  /** Places of all that matches, with their groups, and the parts between. */
  String all(String text) {
    StringBuilder all = new StringBuilder();
    Matcher matcher = pattern.matcher(text);
    all.append(matcher.matches() ? places(matcher) : "-");
    all.append(matcher.lookingAt() ? places(matcher) : "-");
    matcher.reset();
    while (matcher.find()) {
      all.append(places(matcher));
    }
    return all.append(Arrays.toString(pattern.split(text))).toString();
  }

  private static String places(MatchResult match) {
    StringBuilder all = new StringBuilder("(");
    for (int n = 0; n <= match.groupCount(); n++) {
      all.append(match.start(n)).append('-').append(match.end(n)).append(' ');
    }
    return all.append(")").toString();
  }
}
