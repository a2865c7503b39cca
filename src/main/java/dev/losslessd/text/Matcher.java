package dev.losslessd.text;

import dev.losslessd.text.Form.Search;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Matches one pattern against one text, with the methods of the JDK's. Not safe for threads. */
public final class Matcher implements MatchResult {
  private final Pattern pattern;
  private final CharSequence text;
  private @Nullable Search search;

  /** The search behind the first match, of a pattern that looks at what is before. */
  private @Nullable Search behind;

  /** Places of the groups: start and end by turns; null if nothing matched last. */
  private int @Nullable [] places;

  /** Where places are read from when somebody asks for a group. */
  private @Nullable Search found;

  private int next;
  private int appended;

  Matcher(Pattern pattern, CharSequence text) {
    this.pattern = pattern;
    this.text = text;
  }

  /** Whether the whole text matches. */
  public boolean matches() {
    forget();
    if (!startsWithHead()) {
      return false;
    }
    Search re2 = pattern.whole().on(text);
    return re2.matches() && takes(re2);
  }

  /** Whether the start of the text matches. */
  public boolean lookingAt() {
    forget();
    return startsWithHead() && atStart();
  }

  /** Finds the next match behind the last one. */
  public boolean find() {
    int from = next;
    forget();
    next = text.length() + 1;
    if (from > text.length()) {
      return false;
    }
    if (!hasNeeded(from)) {
      return false;
    }
    if (pattern.isAnchored()) {
      return from == 0 && startsWithHead() && atStart();
    }
    boolean later = from > 0 && pattern.find().before() > 0;
    Search re2 = later ? behind : search;
    if (re2 == null) {
      re2 = (later ? pattern.later() : pattern.find()).on(text);
      search = later ? search : re2;
      behind = later ? re2 : behind;
    }
    if (!re2.find(later ? before(from) : from)) {
      return false;
    }
    return pattern.isPlain() ? takes(re2) : takesAt(re2.start(), later, re2.end());
  }

  /** Finds the first match that starts at a place or behind it. */
  public boolean find(int from) {
    reset();
    next = from;
    return find();
  }

  private int before(int place) {
    return Character.offsetByCodePoints(text, place, -1);
  }

  /** False only if there is no match; asked once, as each answer may read the whole text. */
  private boolean hasNeeded(int from) {
    return from > 0 || !(text instanceof String whole) || pattern.needed().isIn(whole);
  }

  private boolean startsWithHead() {
    String head = pattern.head();
    if (text.length() < head.length() || !hasNeeded(0)) {
      return false;
    }
    for (int n = 0; n < head.length(); n++) {
      if (text.charAt(n) != head.charAt(n)) {
        return false;
      }
    }
    return true;
  }

  private boolean atStart() {
    if (pattern.isPlain()) {
      Search re2 = pattern.whole().on(text);
      return re2.lookingAt() && takes(re2);
    }
    Search re2 = pattern.atStart().on(text);
    return re2.matches() && takes(pattern.atStart(), re2, 0);
  }

  /** Takes a match of RE2 as it is; its groups are read when they are asked for. */
  private boolean takes(Search re2) {
    found = re2;
    places = new int[] {re2.start(), re2.end()};
    moveOn();
    return true;
  }

  /**
   * RE2/J reads groups with a text that ends a character behind the match, and sees an end of the
   * text there. Here the match must end where it ends.
   */
  private boolean takesAt(int start, boolean later, int end) {
    boolean more = end < text.length();
    int from = start == 0 ? 0 : before(start);
    int to = more ? Character.offsetByCodePoints(text, end, 1) : end;
    Form form = pattern.exact(start > 0, later, more);
    Search re2 = form.on(text.subSequence(from, to));
    if (!re2.matches()) {
      throw new IllegalStateException("found and not there: " + pattern);
    }
    return takes(form, re2, from);
  }

  private boolean takes(Form form, Search re2, int from) {
    int[] all = new int[form.groups().length * 2];
    int end = re2.end(1);
    for (int after : form.after()) {
      if (re2.start(after) >= 0) {
        end = re2.start(after);
      }
    }
    for (int n = 0; n < form.groups().length; n++) {
      int start = re2.start(form.groups()[n]);
      all[2 * n] = start < 0 ? -1 : start + from;
      all[2 * n + 1] = start < 0 ? -1 : Math.min(end, re2.end(form.groups()[n])) + from;
    }
    if (form.before() > 0 && re2.end(form.before()) >= 0) {
      all[0] = re2.end(form.before()) + from;
    }
    places = all;
    moveOn();
    return true;
  }

  private void moveOn() {
    next = start() == end() ? end() + 1 : end();
  }

  private void forget() {
    places = null;
    found = null;
  }

  @Override
  public int groupCount() {
    return pattern.whole().groups().length - 1;
  }

  @Override
  public int start(int group) {
    return place(2 * group);
  }

  @Override
  public int end(int group) {
    return place(2 * group + 1);
  }

  private int place(int at) {
    int[] all = places;
    if (all == null) {
      throw new IllegalStateException("no match");
    }
    Search re2 = found;
    if (at > 1 && re2 != null) {
      int[] groups = pattern.whole().groups();
      all = new int[groups.length * 2];
      for (int n = 0; n < groups.length; n++) {
        all[2 * n] = re2.start(groups[n]);
        all[2 * n + 1] = re2.end(groups[n]);
      }
      places = all;
      found = null;
    }
    if (at < 0 || at >= all.length) {
      throw new IndexOutOfBoundsException("no group " + at / 2);
    }
    return all[at];
  }

  @Override
  @SuppressWarnings("NullAway") // null as in the JDK, whose callers know which groups are optional
  public String group(int group) {
    int start = start(group);
    return start < 0 ? null : text.subSequence(start, end(group)).toString();
  }

  /** Returns the text of a group by its name; null as in {@link #group(int)}. */
  public String group(String name) {
    Integer number = pattern.namedGroups().get(name);
    if (number == null) {
      throw new IllegalArgumentException("no group " + name);
    }
    return group(number);
  }

  /** The match as it is now, for good. */
  public MatchResult toMatchResult() {
    start(groupCount()); // reads the groups
    int[] all = places == null ? new int[0] : places.clone();
    return new Seen(text, all);
  }

  /** A match that stays as it is. */
  private record Seen(CharSequence text, int[] places) implements MatchResult {
    @Override
    public int groupCount() {
      return places.length / 2 - 1;
    }

    @Override
    public int start(int group) {
      return places[2 * group];
    }

    @Override
    public int end(int group) {
      return places[2 * group + 1];
    }

    @Override
    @SuppressWarnings("NullAway") // as in Matcher
    public String group(int group) {
      return start(group) < 0 ? null : text.subSequence(start(group), end(group)).toString();
    }
  }

  /** All matches from the start of the text. */
  public Stream<MatchResult> results() {
    reset();
    List<MatchResult> all = new ArrayList<>();
    while (find()) {
      all.add(toMatchResult());
    }
    return all.stream();
  }

  /** Starts again at the start of the text. */
  public Matcher reset() {
    forget();
    next = 0;
    appended = 0;
    return this;
  }

  /**
   * @param replacement with {@code $1} for a group, and a backslash before what stands for itself
   */
  public String replaceAll(String replacement) {
    return replaceAll(_ -> replacement);
  }

  /** Replaces each match by the replacement that is made for it. */
  public String replaceAll(Function<MatchResult, String> replacement) {
    reset();
    StringBuilder all = new StringBuilder();
    while (find()) {
      appendReplacement(all, replacement.apply(this));
    }
    return appendTail(all).toString();
  }

  /** As {@link #replaceAll(String)}, the first match alone. */
  public String replaceFirst(String replacement) {
    reset();
    StringBuilder all = new StringBuilder();
    if (find()) {
      appendReplacement(all, replacement);
    }
    return appendTail(all).toString();
  }

  /** Appends the text since the match before, and the replacement of this one. */
  public Matcher appendReplacement(StringBuilder all, String replacement) {
    all.append(text, appended, start());
    int at = 0;
    while (at < replacement.length()) {
      char c = replacement.charAt(at++);
      if (c == '$') {
        int group = Character.digit(replacement.charAt(at++), 10);
        all.append(start(group) < 0 ? "" : group(group));
      } else {
        all.append(c == '\\' ? replacement.charAt(at++) : c);
      }
    }
    appended = end();
    return this;
  }

  /** Appends the text behind the last match. */
  public StringBuilder appendTail(StringBuilder all) {
    return all.append(text, appended, text.length());
  }

  /** A replacement that stands for itself. */
  public static String quoteReplacement(String text) {
    return text.replace("\\", "\\\\").replace("$", "\\$");
  }

  @Override
  public String toString() {
    return pattern + " " + Arrays.toString(places);
  }
}
