package dev.losslessd.http;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Sha256;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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
      throw ProblemException.badInput(
          name, "is " + Json.cut(text, 60) + ", expected an ETag in double quotes, or *");
    }
    return Optional.of(new Precondition(false, strong, weak));
  }

  /**
   * A tag that changes with a body, and begins with the version of what is wanted.
   *
   * @param wanted without quotes
   */
  static String etag(String wanted, HttpReply reply) {
    return "\"" + wanted + "-" + Sha256.hex(reply.body()).substring(0, 8) + "\"";
  }

  /**
   * For If-Match: whether what is wanted is as it was then, whatever the device showed. Weak tags
   * never match.
   */
  boolean matchesWanted(String wanted) {
    return any
        || strong.stream()
            .anyMatch(
                tag -> (tag.substring(0, tag.length() - 1) + "-").startsWith("\"" + wanted + "-"));
  }

  /** For If-None-Match: weak tags match too. */
  boolean matchesWeakly(String etag) {
    return any || strong.contains(etag) || weak.contains(etag);
  }

  /** Answers 304 instead where a client that reads has this body already. */
  static HttpReply unlessKnown(HttpCall call, HttpReply reply) {
    String etag = reply.headers().getOrDefault("ETag", "");
    return parse("If-None-Match", call.header("If-None-Match"))
            .filter(known -> known.matchesWeakly(etag))
            .isPresent()
        ? new HttpReply(304, "application/json", new byte[0]).with("ETag", etag)
        : reply;
  }

  /**
   * The precondition that a write must have.
   *
   * @param wanted version of what is wanted now
   * @param of for messages
   * @throws ProblemException 428 without one, 412 where it does not match
   */
  static Precondition require(HttpCall call, String wanted, Object of) {
    Precondition given =
        parse("If-Match", call.header("If-Match"))
            .orElseThrow(() ->
                ProblemException.of(
                    428,
                    "precondition-required",
                    "If-Match is missing",
                    "If-Match is missing, expected \"%s\" (or the ETag of %s as you saw it), or *"
                        .formatted(wanted, of)));
    if (!given.matchesWanted(wanted)) {
      throw ProblemException.of(
          412,
          "version-mismatch",
          "The resource has another version",
          of + " is at \"" + wanted + "\", which If-Match does not name; read it again");
    }
    return given;
  }
}
