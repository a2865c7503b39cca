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

  private static final Looks BOTH = new Looks(true, true, false);
  private static final Looks AGAIN = new Looks(true, true, true);

  /** What RE2 runs: one form for each kind of match. */
  private enum Use {
    /** A match of the whole text. */
    WHOLE,
    /** A match anywhere in it. */
    FIND,
    /** A match behind another one. */
    LATER,
    /** A match at the start of the whole text. */
    AT_START,
    /** A match whose place is known, with a character behind it. */
    EXACT_MORE,
    /** The same behind another match. */
    LATER_MORE,
    /** The same with a character before it, without and with one behind it. */
    BEHIND,
    BEHIND_MORE
  }

  private final String regex;
  private final String head;
  private final boolean anchored;

  /** Whether what is looked at is no part of it. */
  private final boolean same;

  private final boolean plain;
  private @Nullable Map<String, Integer> names;
  private @Nullable Needed needed;

  /** Programs take memory, and most patterns need one or none: each is made when first used. */
  private final @Nullable Form[] forms = new Form[Use.values().length];

  private Pattern(String regex) {
    if (regex.length() > LONGEST_PATTERN) {
      throw new IllegalArgumentException(
          regex.length() + " characters of an expression: expected at most " + LONGEST_PATTERN);
    }
    Syntax syntax = Syntax.of(regex);
    this.regex = regex;
    this.head = syntax.head();
    this.anchored = syntax.isAnchored();
    this.same = syntax.parts().stream().allMatch(part -> part.re2().equals(part.atEdge()));
    this.plain = same && !syntax.needsContext();
  }

  /** Forms are immutable: two threads may make the same one. */
  private Form form(Use use) {
    Form made = forms[use.ordinal()];
    if (made == null) {
      made = make(use);
      forms[use.ordinal()] = made;
    }
    return made;
  }

  private Form make(Use use) {
    return switch (use) {
      case WHOLE -> form("", new Looks(false, false, false), "");
      case FIND -> same ? form(Use.WHOLE) : form("", BOTH, "");
      case LATER -> same ? form(Use.WHOLE) : form("", AGAIN, "");
      case AT_START -> form("", new Looks(false, true, false), "(?s:.*)");
      case EXACT_MORE -> form("", BOTH, ONE);
      case LATER_MORE -> form("", AGAIN, ONE);
      case BEHIND -> form(ONE, AGAIN, "");
      case BEHIND_MORE -> form(ONE, AGAIN, ONE);
    };
  }

  private Form form(String start, Looks looks, String end) {
    return Form.of(Syntax.of(regex).parts(), start, looks, end);
  }

  /**
   * @throws IllegalArgumentException RE2 does not have it, or not with the same meaning; what RE2
   *     itself refuses, as a parenthesis that is not closed, comes with the first match
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
    Map<String, Integer> known = names;
    if (known == null) {
      known = names(whole());
      names = known;
    }
    return known;
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
    return form(Use.WHOLE);
  }

  Form find() {
    return form(Use.FIND);
  }

  Form later() {
    return form(Use.LATER);
  }

  /**
   * A match of all that it is tried on.
   *
   * @param before whether a character before the match is a part of that
   * @param later whether another match is before it
   * @param behind whether a character behind the match is
   */
  Form exact(boolean before, boolean later, boolean behind) {
    if (before) {
      return form(behind ? Use.BEHIND_MORE : Use.BEHIND);
    }
    if (later) {
      return form(behind ? Use.LATER_MORE : Use.LATER);
    }
    return form(behind ? Use.EXACT_MORE : Use.FIND);
  }

  /** A match at the start of the whole text, and what follows. */
  Form atStart() {
    return form(Use.AT_START);
  }

  String head() {
    return head;
  }

  /** Texts of which each match has one: where none is, no match needs to be looked for. */
  Needed needed() {
    Needed known = needed;
    if (known == null) {
      known = Syntax.of(regex).needed();
      needed = known;
    }
    return known;
  }

  boolean isAnchored() {
    return anchored;
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
