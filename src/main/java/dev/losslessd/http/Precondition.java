package dev.losslessd.http;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An If-Match or If-None-Match header (RFC 9110, 13.1).
 *
 * @param any it is {@code *}
 * @param strong the strong tags of its list
 * @param weak the tags of its list that are marked W/
 */
record Precondition(boolean any, Set<String> strong, Set<String> weak) {
  private static final Pattern TAG = Pattern.compile("\\s*(W/)?(\"[^\"\\s]*\")\\s*(,|$)");

  /**
   * @throws ProblemException 400 if it is neither a list of tags nor {@code *}
   */
  static Optional<Precondition> parse(String name, Optional<String> header) {
    if (header.isEmpty()) {
      return Optional.empty();
    }
    String text = header.get();
    if (text.strip().equals("*")) {
      return Optional.of(new Precondition(true, Set.of(), Set.of()));
    }
    Set<String> strong = new TreeSet<>();
    Set<String> weak = new TreeSet<>();
    Matcher tag = TAG.matcher(text);
    int end = 0;
    while (end < text.length() && tag.find(end) && tag.start() == end) {
      (tag.group(1) == null ? strong : weak).add(tag.group(2));
      end = tag.end();
    }
    if (end < text.length() || end == 0) {
      throw new ProblemException(
          Problem.badInput(
              name, "is " + Json.cut(text, 60) + ", expected an ETag in double quotes, or *"));
    }
    return Optional.of(new Precondition(false, strong, weak));
  }

  /** For If-Match: weak tags never match. */
  boolean matches(String etag) {
    return any || strong.contains(etag);
  }

  /** For If-None-Match: weak tags match too. */
  boolean matchesWeakly(String etag) {
    return matches(etag) || weak.contains(etag);
  }
}
