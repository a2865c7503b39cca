package dev.losslessd.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Literal texts of which each match of an expression has one: to look for them takes a hundredth of
 * the time of a search, and most texts of devices have none.
 */
final class Needed {
  private static final List<String> UNKNOWN = List.of();
  private static final char ONCE = ' ';

  private final String regex;
  private final boolean anyCase;
  private final List<String> texts;
  private int at;

  /**
   * @param regex an expression that {@link Syntax} takes
   * @param from where it begins behind its flags
   * @param anyCase one of the flags
   */
  Needed(String regex, int from, boolean anyCase) {
    this.regex = regex;
    this.anyCase = anyCase;
    this.at = from;
    List<String> all = alternatives();
    boolean isPlain = all.stream().allMatch(Needed::isAscii);
    this.texts =
        !anyCase
            ? List.copyOf(all)
            : isPlain ? all.stream().map(one -> one.toLowerCase(Locale.ROOT)).toList() : UNKNOWN;
  }

  /** False only if no match is in the text. */
  boolean isIn(String text) {
    if (texts.isEmpty() || (anyCase && !isAscii(text))) {
      return true;
    }
    String whole = anyCase ? text.toLowerCase(Locale.ROOT) : text;
    return texts.stream().anyMatch(whole::contains);
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 128);
  }

  private List<String> alternatives() {
    List<String> all = new ArrayList<>();
    boolean known = true;
    for (boolean more = true; more; more = take('|')) {
      List<String> one = sequence();
      known &= !one.isEmpty();
      all.addAll(one);
    }
    return known ? all : UNKNOWN;
  }

  private List<String> sequence() {
    List<String> best = UNKNOWN;
    StringBuilder run = new StringBuilder();
    while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
      List<String> group = UNKNOWN;
      String literal = "";
      switch (regex.charAt(at)) {
        case '(' -> group = group();
        case '[' -> set();
        case '\\' -> literal = escape();
        case '.', '^', '$' -> at++;
        default -> literal = literal();
      }
      char times = quantifier();
      boolean mayLack = times == '*' || times == '?' || times == '{';
      run.append(mayLack ? "" : literal);
      if (literal.isEmpty() || times != ONCE) {
        best = better(best, List.of(run.toString()));
        run.setLength(0);
      }
      best = mayLack ? best : better(best, group);
    }
    return better(best, List.of(run.toString()));
  }

  /** Those whose shortest text is longer. */
  private static List<String> better(List<String> some, List<String> others) {
    return shortest(others) > shortest(some) ? others : some;
  }

  private static int shortest(List<String> texts) {
    return texts.stream().mapToInt(String::length).min().orElse(0);
  }

  /** What a group needs; nothing is known of a look, and of one that takes any case. */
  private List<String> group() {
    at++;
    boolean counts = true;
    if (take('?')) {
      char kind = regex.charAt(at++);
      boolean look = kind == '=' || kind == '!' || (kind == '<' && (take('=') || take('!')));
      counts = !look && kind != 'i';
      at = look || kind == ':' ? at : regex.indexOf(kind == '<' ? '>' : ':', at) + 1;
    }
    List<String> all = alternatives();
    at++;
    return counts ? all : UNKNOWN;
  }

  private void set() {
    at++;
    boolean _ = take('^');
    boolean _ = take(']'); // the first one does not close it
    while (!take(']')) {
      at += regex.charAt(at) == '\\' ? 2 : 1;
    }
  }

  /** The character that is meant; empty for a class, a place and whatever else an escape may be. */
  private String escape() {
    char c = regex.charAt(at + 1);
    at += 2;
    if (!Character.isLetterOrDigit(c)) {
      return String.valueOf(c);
    }
    if (c == 'Q') {
      int end = regex.indexOf("\\E", at);
      at = end < 0 ? regex.length() : end + 2;
    } else if ("xpP".indexOf(c) >= 0) {
      at = regex.charAt(at) == '{' ? regex.indexOf('}', at) + 1 : at + (c == 'x' ? 2 : 1);
    }
    return "";
  }

  /** Half a pair may be lacking where the pair may be. */
  private String literal() {
    char c = regex.charAt(at++);
    return Character.isSurrogate(c) ? "" : String.valueOf(c);
  }

  /** How often what is before may come: a mark, or once. */
  private char quantifier() {
    char mark = at < regex.length() ? regex.charAt(at) : ONCE;
    if ("*+?{".indexOf(mark) < 0) {
      return ONCE;
    }
    at = mark == '{' ? regex.indexOf('}', at) + 1 : at + 1;
    boolean _ = take('?');
    return mark;
  }

  private boolean take(char c) {
    boolean isThere = at < regex.length() && regex.charAt(at) == c;
    at += isThere ? 1 : 0;
    return isThere;
  }
}
