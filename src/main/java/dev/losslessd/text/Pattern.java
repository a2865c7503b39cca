package dev.losslessd.text;

import dev.losslessd.text.Form.Looks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that matches in linear time, whatever the text is. It has the names, syntax
 * and meaning of the JDK's. Backreferences, lookaround of more than a character, and possessive
 * quantifiers are refused.
 */
public final class Pattern {
  /** Longest text that is matched, in characters; as long as the output of a command. */
  public static final int LONGEST_TEXT = 1 << 23;

  /** Longest expression, in characters. */
  public static final int LONGEST_PATTERN = 1 << 14;

  private static final String ONE = "(?s:.)";
  private static final int MOST_KEPT = 1024;

  /** Expressions that are written where they are used. */
  private static final Map<String, Pattern> KEPT = new ConcurrentHashMap<>();

  private final String regex;
  private final Syntax syntax;

  /** For a match of the whole text. */
  private final Form whole;

  private final Map<String, Integer> names;
  private final boolean plain;

  /** For a match anywhere. */
  private final Once find;

  /** For a match behind another one. */
  private final Once later;

  /** For a match whose place is known, with or without a character before it and behind it. */
  private final List<Once> exact;

  /** For a match at the start of the whole text. */
  private final Once atStart;

  private Pattern(String regex) {
    if (regex.length() > LONGEST_PATTERN) {
      throw new IllegalArgumentException(
          regex.length() + " characters of an expression: expected at most " + LONGEST_PATTERN);
    }
    this.regex = regex;
    this.syntax = Syntax.of(regex);
    this.whole = form("", new Looks(false, false, false), "");
    this.names = names(whole);
    boolean same = syntax.parts().stream().allMatch(part -> part.re2().equals(part.atEdge()));
    Supplier<Form> looking = () -> form("", new Looks(true, true, false), "");
    this.find = new Once(same ? () -> whole : looking);
    this.plain = same && !syntax.needsContext();
    this.later = new Once(() -> form("", new Looks(true, true, true), ""));
    this.exact =
        List.of(
            exact("", false, ""),
            exact("", false, ONE),
            exact("", true, ""),
            exact("", true, ONE),
            exact(ONE, true, ""),
            exact(ONE, true, ONE));
    this.atStart = new Once(() -> form("", new Looks(false, true, false), "(?s:.*)"));
  }

  private Once exact(String before, boolean later, String behind) {
    return new Once(() -> form(before, new Looks(true, true, later), behind));
  }

  private Form form(String start, Looks looks, String end) {
    return Form.of(syntax.parts(), start, looks, end);
  }

  /** A form that is made when it is first used; most patterns need one of them. */
  private static final class Once {
    private final Supplier<Form> maker;
    private volatile @Nullable Form form;

    Once(Supplier<Form> maker) {
      this.maker = maker;
    }

    Form get() {
      Form made = form;
      if (made == null) {
        made = maker.get();
        form = made;
      }
      return made;
    }
  }

  /**
   * @throws IllegalArgumentException RE2 does not have it, or not with the same meaning
   */
  public static Pattern compile(String regex) {
    return new Pattern(regex);
  }

  /** An expression that is written where it is used; it is compiled once. */
  public static Pattern of(String regex) {
    Pattern kept = KEPT.get(regex);
    if (kept == null) {
      kept = compile(regex);
      if (KEPT.size() < MOST_KEPT) {
        KEPT.put(regex, kept);
      }
    }
    return kept;
  }

  /** Whether an expression matches a whole text; it is compiled once, as by {@link #of}. */
  public static boolean matches(String regex, CharSequence text) {
    return of(regex).matcher(text).matches();
  }

  /** An expression that matches this text and no other. */
  public static String quote(String text) {
    StringBuilder quoted = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > ' ' && c < 127 && !Character.isLetterOrDigit(c)) {
        quoted.append('\\');
      }
      quoted.append(c);
    }
    return quoted.toString();
  }

  /**
   * @throws TextTooLongException the text is longer than {@link #LONGEST_TEXT}
   */
  public Matcher matcher(CharSequence text) {
    if (text.length() > LONGEST_TEXT) {
      throw new TextTooLongException(text.length());
    }
    return new Matcher(this, text);
  }

  /** The expression as it was written. */
  public String pattern() {
    return regex;
  }

  /** Numbers of the groups that have names. */
  public Map<String, Integer> namedGroups() {
    return names;
  }

  private static Map<String, Integer> names(Form whole) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    whole
        .re2()
        .namedGroups()
        .forEach((name, number) -> {
          for (int n = 1; n < whole.groups().length; n++) {
            if (whole.groups()[n] == number) {
              numbers.put(name, n);
            }
          }
        });
    return Collections.unmodifiableMap(numbers);
  }

  public Predicate<String> asMatchPredicate() {
    return text -> matcher(text).matches();
  }

  /** Splits a text at each match; empty parts at the end are left out. */
  public String[] split(CharSequence text) {
    return split(text, 0);
  }

  /** Splits a text at each match, with the limit of {@link String#split(String, int)}. */
  public String[] split(CharSequence text, int limit) {
    List<String> parts = new ArrayList<>();
    Matcher matcher = matcher(text);
    int at = 0;
    while ((limit <= 0 || parts.size() < limit - 1) && matcher.find()) {
      if (matcher.end() > 0) {
        parts.add(text.subSequence(at, matcher.start()).toString());
        at = matcher.end();
      }
    }
    parts.add(text.subSequence(at, text.length()).toString());
    while (limit == 0 && parts.size() > 1 && parts.getLast().isEmpty()) {
      parts.removeLast();
    }
    boolean nothing = limit == 0 && at > 0 && parts.getFirst().isEmpty() && parts.size() == 1;
    return nothing ? new String[0] : parts.toArray(String[]::new);
  }

  public Stream<String> splitAsStream(CharSequence text) {
    return Arrays.stream(split(text));
  }

  Form whole() {
    return whole;
  }

  Form find() {
    return find.get();
  }

  Form later() {
    return later.get();
  }

  /**
   * A match of all that it is tried on.
   *
   * @param before whether a character before the match is a part of that
   * @param later whether another match is before it
   * @param behind whether a character behind the match is
   */
  Form exact(boolean before, boolean later, boolean behind) {
    return exact.get((before ? 4 : later ? 2 : 0) + (behind ? 1 : 0)).get();
  }

  /** A match at the start of the whole text, and what follows. */
  Form atStart() {
    return atStart.get();
  }

  String head() {
    return syntax.head();
  }

  /** A text that each match holds: where that is not, no match needs to be looked for. */
  String needed() {
    return syntax.needed();
  }

  boolean isAnchored() {
    return syntax.isAnchored();
  }

  /** Whether matches are what RE2 finds, with no looks and no groups that depend on the rest. */
  boolean isPlain() {
    return plain;
  }

  @Override
  public String toString() {
    return regex;
  }
}
