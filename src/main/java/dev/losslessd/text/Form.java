package dev.losslessd.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.losslessd.text.Syntax.Kind;
import dev.losslessd.text.Syntax.Part;
import java.util.ArrayList;
import java.util.List;

/** An expression as RE2 runs it for one kind of match. */
final class Form {
  /** Longest programs of RE2; each character of a text costs at most as many steps. */
  private static final int LONGEST_PROGRAM = 10_000;

  private static final String START = "\\A|";

  private final Pattern re2;
  private final int[] groups;
  private final int before;
  private final int[] after;

  private Form(Pattern re2, int[] groups, int before, int[] after) {
    this.re2 = re2;
    this.groups = groups;
    this.before = before;
    this.after = after;
  }

  Pattern re2() {
    return re2;
  }

  /**
   * Numbers in RE2 of the groups that the expression has, by its own numbers; not to be changed.
   */
  int[] groups() {
    return groups;
  }

  /** The number in RE2 of the group of what was looked at before the match; 0 for none. */
  int before() {
    return before;
  }

  /** Numbers in RE2 of the groups of what was looked at behind the match; not to be changed. */
  int[] after() {
    return after;
  }

  /**
   * Which looks are part of it.
   *
   * @param later whether the match is behind another one, and so not at the start of the text
   */
  record Looks(boolean before, boolean after, boolean later) {
    String re2(Part part) {
      boolean cut = later && part.kind() == Kind.BEFORE && part.re2().startsWith(START);
      return '(' + (cut ? part.re2().substring(START.length()) : part.re2()) + ')';
    }
  }

  /** A search of it in one text, with the groups of RE2. */
  record Search(Matcher matcher) {
    boolean matches() {
      return matcher.matches();
    }

    boolean lookingAt() {
      return matcher.lookingAt();
    }

    boolean find(int from) {
      return matcher.find(from);
    }

    int start() {
      return matcher.start();
    }

    int end() {
      return matcher.end();
    }

    int start(int group) {
      return matcher.start(group);
    }

    int end(int group) {
      return matcher.end(group);
    }
  }

  /**
   * @param start RE2 before the expression
   * @param looks those that are not part of it are at an edge of the text
   * @param end RE2 behind the expression
   */
  static Form of(List<Part> parts, String start, Looks looks, String end) {
    StringBuilder re2 = new StringBuilder(start).append('(');
    List<Integer> groups = new ArrayList<>(List.of(1));
    List<Integer> after = new ArrayList<>();
    int before = 0;
    int last = 1;
    for (Part part : parts) {
      boolean looksHere =
          (part.kind() == Kind.BEFORE && looks.before())
              || (part.kind() == Kind.AFTER && looks.after());
      switch (part.kind()) {
        case PLAIN -> re2.append(part.re2());
        case GROUP -> {
          groups.add(++last);
          re2.append(part.re2());
        }
        case BEFORE, AFTER -> {
          re2.append(looksHere ? looks.re2(part) : part.atEdge());
          last += looksHere ? 1 : 0;
          if (looksHere && part.kind() == Kind.BEFORE) {
            before = last;
          } else if (looksHere) {
            after.add(last);
          }
        }
      }
    }
    Pattern compiled = compile(re2.append(')').append(end).toString());
    return new Form(compiled, numbers(groups), before, numbers(after));
  }

  Search on(CharSequence text) {
    return new Search(re2.matcher(text));
  }

  private static Pattern compile(String re2) {
    Pattern compiled = Pattern.compile(re2);
    if (compiled.programSize() > LONGEST_PROGRAM) {
      throw new IllegalArgumentException("a program of " + compiled.programSize() + ": " + re2);
    }
    return compiled;
  }

  private static int[] numbers(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }
}
