package dev.losslessd.text;

/** Finds the literal text that each match of an expression starts with. */
final class Head {
  private static final String MARKS = "\\[](){}.*+?^$|";

  private final StringBuilder text = new StringBuilder();

  /** Literal text outside groups that goes on up to here. */
  private final StringBuilder run = new StringBuilder();

  private int depth;
  private int behindRun;
  private boolean ended;
  private boolean anchored;
  private boolean hasChoice;

  /** Says that what follows is not at the start of a match. */
  void end() {
    ended = true;
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
    run.setLength(0);
  }

  boolean hasChoice() {
    return hasChoice;
  }

  String text() {
    endRun();
    return hasChoice ? "" : text.toString();
  }

  boolean isAnchored() {
    return anchored && !hasChoice;
  }
}
