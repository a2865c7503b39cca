package dev.losslessd.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Translates the regular expressions of this code base, which have the syntax and the meaning of
 * the JDK's, to RE2 with the same meaning.
 *
 * <p>RE2 has no lookaround. A look at one character is possible in two places: before the match, as
 * the first part of the expression, and behind the match. There the expression takes the character
 * into a group of its own, and {@link Matcher} removes it from the match. The ends of lines are
 * such looks, too: {@code $} in RE2 knows only {@code \n}.
 */
final class Syntax {
  /** Characters that end a line. */
  private static final String ENDS = "\\n\\r\\x{85}\\x{2028}\\x{2029}";

  private static final String SPACE = "\\t-\\r ";
  private static final String NO_SPACE = "\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{10ffff}";
  private static final String BLANK =
      " \\t\\x{a0}\\x{1680}\\x{180e}\\x{2000}-\\x{200a}\\x{202f}\\x{205f}\\x{3000}";
  private static final String CONTROL = "\\x{0}-\\x{1f}\\x{7f}";
  private static final String NO_CONTROL = " -~\\x{80}-\\x{10ffff}";

  /** What an expression is made of. */
  enum Kind {
    /** RE2 as it is. */
    PLAIN,
    /** The start of a capturing group. */
    GROUP,
    /** A look at the character before the match. */
    BEFORE,
    /** A look at what follows the match. */
    AFTER
  }

  /**
   * One part of a translated expression.
   *
   * @param atEdge what a look is where the text starts or ends there: empty, or what never matches
   */
  record Part(Kind kind, String re2, String atEdge) {}

  private final String regex;
  private final List<Part> parts = new ArrayList<>();
  private final StringBuilder plain = new StringBuilder();
  private final List<Boolean> dotAll = new ArrayList<>(); // of the groups around a place
  private final Head head = new Head();
  private int at;
  private int begin;
  private boolean anyCase;
  private boolean multiline;
  private boolean needsContext;

  private Syntax(String regex) {
    this.regex = regex;
    dotAll.add(false);
  }

  /**
   * @throws IllegalArgumentException RE2 cannot have it, or not with the same meaning
   */
  static Syntax of(String regex) {
    Syntax syntax = new Syntax(regex);
    syntax.flags();
    syntax.before();
    while (syntax.at < regex.length()) {
      syntax.next();
    }
    syntax.flush();
    if (syntax.head.hasChoice() && syntax.parts.getFirst().kind() == Kind.BEFORE) {
      throw syntax.bad("a look before the first of several alternatives");
    }
    return syntax;
  }

  List<Part> parts() {
    return parts;
  }

  /** The literal text that each match starts with; may be empty. */
  String head() {
    return head.text();
  }

  Needed needed() {
    return new Needed(regex, begin, anyCase);
  }

  /** Whether a match can only start where the text starts. */
  boolean isAnchored() {
    return head.isAnchored();
  }

  /** Whether the groups of a match depend on what follows it. */
  boolean needsContext() {
    return needsContext;
  }

  private void flags() {
    if (!regex.startsWith("(?") || regex.indexOf(')') < 0) {
      return;
    }
    String flags = regex.substring(2, regex.indexOf(')'));
    if (flags.isEmpty() || !flags.chars().allMatch(c -> "ims".indexOf(c) >= 0)) {
      return;
    }
    multiline = flags.contains("m");
    dotAll.set(0, flags.contains("s"));
    if (flags.contains("i")) {
      plain.append("(?i)");
      head.end();
      anyCase = true;
    }
    at = flags.length() + 3;
    begin = at;
  }

  private void before() {
    if (multiline && peek('^')) {
      at++;
      head.end();
      part(Kind.BEFORE, "\\A|[" + ENDS + "]", "");
    } else if (regex.startsWith("(?<!", at) || regex.startsWith("(?<=", at)) {
      boolean not = regex.charAt(at + 3) == '!';
      at += 4;
      head.end();
      part(Kind.BEFORE, (not ? "\\A|" : "") + one(not), not ? "" : never());
    }
  }

  private void next() {
    char c = regex.charAt(at);
    head.see(regex, at);
    switch (c) {
      case '\\' -> escape();
      case '[' -> plain.append(set(false));
      case '(' -> group();
      case ')' -> close();
      case '.' -> {
        at++;
        plain.append(dotAll.getLast() ? "(?s:.)" : "[^" + ENDS + "]");
      }
      case '^' -> {
        at++;
        plain.append(multiline ? "(?m:^)" : "\\A");
      }
      case '$' -> dollar();
      case '*', '+', '?', '{' -> quantifier();
      default -> {
        at++;
        plain.append(c);
      }
    }
  }

  private void close() {
    at++;
    if (dotAll.size() == 1) {
      throw bad("unbalanced )");
    }
    dotAll.removeLast();
    plain.append(')');
  }

  private void quantifier() {
    int end = at + 1;
    if (regex.charAt(at) == '{') {
      end = regex.indexOf('}', at) + 1;
      if (end == 0) {
        throw bad("unclosed {");
      }
    }
    if (end < regex.length() && regex.charAt(end) == '+') {
      throw bad("possessive");
    }
    if (end < regex.length() && regex.charAt(end) == '?') {
      end++;
    }
    plain.append(regex, at, end);
    at = end;
  }

  private void group() {
    if (!regex.startsWith("(?", at)) {
      open("(", 1, dotAll.getLast());
    } else if (regex.startsWith("(?:", at)) {
      plain.append("(?:");
      at += 3;
      dotAll.add(dotAll.getLast());
    } else if (regex.startsWith("(?=", at) || regex.startsWith("(?!", at)) {
      boolean not = regex.charAt(at + 2) == '!';
      at += 3;
      after((not ? "\\z|" : "") + one(not), not ? "" : never());
    } else if (regex.startsWith("(?<", at)
        && !regex.startsWith("(?<!", at)
        && !regex.startsWith("(?<=", at)) {
      int end = regex.indexOf('>', at) + 1;
      open(regex.substring(at, end), end - at, dotAll.getLast());
    } else if (regex.startsWith("(?i:", at) || regex.startsWith("(?s:", at)) {
      boolean dots = regex.charAt(at + 2) == 's' || dotAll.getLast();
      plain.append(regex.charAt(at + 2) == 'i' ? "(?i:" : "(?:");
      at += 4;
      dotAll.add(dots);
    } else {
      throw bad("a group that RE2 does not have");
    }
  }

  private void open(String start, int length, boolean dots) {
    part(Kind.GROUP, start, start);
    at += length;
    dotAll.add(dots);
  }

  private void dollar() {
    at++;
    after(multiline ? "\\z|[" + ENDS + "]" : "(?:\\r\\n|[" + ENDS + "])?\\z", "");
  }

  /** A look at one character: RE2 for it, up to the end of the group. */
  private String one(boolean not) {
    String set;
    if (peek('[')) {
      set = set(not);
    } else if (peek('.') && !not) {
      at++;
      set = "[^" + ENDS + "]";
    } else if (at < regex.length() && "()|^$.".indexOf(regex.charAt(at)) < 0) {
      String inner = peek('\\') ? inSet() : String.valueOf(regex.charAt(at++));
      set = "[" + (not ? "^" : "") + inner + "]";
    } else {
      throw bad("a look at what is no character");
    }
    if (!peek(')')) {
      throw bad("a look at more than one character");
    }
    at++;
    return set;
  }

  private void after(String re2, String atEdge) {
    if (!new Tail(regex).isAt(at)) {
      throw bad("a look at what follows, and not at the end");
    }
    needsContext = true;
    part(Kind.AFTER, re2, atEdge);
  }

  private static String never() {
    return "[^\\x{0}-\\x{10ffff}]";
  }

  private void escape() {
    char c = regex.charAt(Math.min(at + 1, regex.length() - 1));
    switch (c) {
      case 'R' -> {
        at += 2;
        plain.append("(?:\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])");
      }
      case 'b', 'B', 'z' -> {
        at += 2;
        needsContext |= c == 'z' || at > 2; // where it comes first, nothing behind it matters
        plain.append('\\').append(c);
      }
      case 'A' -> {
        at += 2;
        plain.append("\\A");
      }
      case 'Q' -> {
        int end = regex.indexOf("\\E", at);
        String quoted = regex.substring(at + 2, end < 0 ? regex.length() : end);
        at = end < 0 ? regex.length() : end + 2;
        plain.append(Pattern.quote(quoted));
      }
      case 's', 'S', 'h', 'p', 'P' -> plain.append('[').append(inSet()).append(']');
      default -> plain.append(inSet());
    }
  }

  /** A class of characters in brackets. */
  private String set(boolean not) {
    at++;
    boolean negated = peek('^');
    at += negated ? 1 : 0;
    StringBuilder all = new StringBuilder(negated == not ? "[" : "[^");
    if (peek(']')) { // the first one does not close it
      all.append("\\]");
      at++;
    }
    while (!peek(']')) {
      if (at >= regex.length() || peek('[') || regex.startsWith("&&", at)) {
        throw bad("a class that RE2 does not have");
      }
      if (peek('\\')) {
        boolean whole = "sShpP".indexOf(regex.charAt(at + 1)) >= 0;
        all.append(inSet());
        if (whole && peek('-') && at + 1 < regex.length() && regex.charAt(at + 1) != ']') {
          throw bad("a range from a class");
        }
      } else {
        all.append(regex.charAt(at++));
      }
    }
    at++;
    return all.append(']').toString();
  }

  /** An escape, as it is within brackets. */
  private String inSet() {
    if (at + 1 >= regex.length()) {
      throw bad("nothing to escape");
    }
    char c = regex.charAt(at + 1);
    at += 2;
    return switch (c) {
      case 's' -> SPACE;
      case 'S' -> NO_SPACE;
      case 'h' -> BLANK;
      case 'e' -> "\\x{1b}";
      case 'd', 'D', 'w', 'W', 't', 'n', 'r', 'f' -> "\\" + c;
      case 'x' -> hex();
      case 'p', 'P' -> {
        if (!regex.startsWith("{Cntrl}", at)) {
          throw bad("a property of characters");
        }
        at += "{Cntrl}".length();
        yield c == 'p' ? CONTROL : NO_CONTROL;
      }
      default -> {
        if (c < 128 && Character.isLetterOrDigit(c)) {
          throw bad("an escape that RE2 does not have, or not with this meaning");
        }
        yield "\\" + c;
      }
    };
  }

  private String hex() {
    int end = peek('{') ? regex.indexOf('}', at) + 1 : at + 2;
    String digits = regex.substring(at, end);
    at = end;
    return "\\x" + digits;
  }

  private void part(Kind kind, String re2, String atEdge) {
    flush();
    parts.add(new Part(kind, re2, atEdge));
  }

  private void flush() {
    if (!plain.isEmpty()) {
      parts.add(new Part(Kind.PLAIN, plain.toString(), plain.toString()));
      plain.setLength(0);
    }
  }

  private boolean peek(char c) {
    return at < regex.length() && regex.charAt(at) == c;
  }

  private IllegalArgumentException bad(String what) {
    return new IllegalArgumentException(what + ", at " + at + " of " + regex);
  }
}
