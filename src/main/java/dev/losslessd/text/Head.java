package dev.losslessd.text;

import java.util.ArrayList;
import java.util.List;

/** Finds the literal text that each match of an expression starts with, and some that it has. */
final class Head {
  private static final String MARKS = "\\[](){}.*+?^$|";

  private final StringBuilder text = new StringBuilder();

  /** Literal text outside groups that goes on up to here. */
  private final StringBuilder run = new StringBuilder();

  private String longest = "";

  /** The same of the alternatives before. */
  private final List<String> others = new ArrayList<>();

  private int depth;
  private int behindRun;
  private boolean ended;
  private boolean anchored;
  private boolean hasChoice;
  private boolean anyCase;

  /** Says that what follows is not at the start of a match. */
  void end() {
    ended = true;
  }

  /** Says that literal text may be written otherwise. */
  void ignoresCase() {
    ended = true;
    anyCase = true;
  }

  /** Looks at the part of the expression that starts at a place. */
  void see(String regex, int at) {
    char c = regex.charAt(at);
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    hasChoice |= c == '|' && depth == 0;
    if (c == '^' && at == 0) {
      anchored = true;
      behindRun = 1;
      return;
    }
    int next = at + 1;
    boolean escaped =
        c == '\\' && next < regex.length() && !Character.isLetterOrDigit(regex.charAt(next));
    boolean literal = depth == 0 && (escaped || MARKS.indexOf(c) < 0);
    next += escaped ? 1 : 0;
    boolean repeated = next < regex.length() && "*+?{".indexOf(regex.charAt(next)) >= 0;
    if (at != behindRun || !literal || repeated) {
      endRun();
    }
    if (c == '|' && depth == 0) {
      others.add(longest);
      longest = "";
    }
    if (literal && !repeated) {
      run.append(regex.charAt(next - 1));
      behindRun = next;
    }
  }

  private void endRun() {
    if (!ended) {
      text.append(run);
      ended = true;
    }
    longest = run.length() > longest.length() ? run.toString() : longest;
    run.setLength(0);
  }

  boolean hasChoice() {
    return hasChoice;
  }

  String text() {
    endRun();
    return hasChoice ? "" : text.toString();
  }

  /** Texts of which each match has one; none where nothing is known. */
  List<String> needed() {
    endRun();
    List<String> all = new ArrayList<>(others);
    all.add(longest);
    return anyCase || all.contains("") ? List.of() : List.copyOf(all);
  }

  boolean isAnchored() {
    return anchored && !hasChoice;
  }
}
