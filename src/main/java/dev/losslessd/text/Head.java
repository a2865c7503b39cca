package dev.losslessd.text;

/** Finds the literal text that each match of an expression starts with. */
final class Head {
  private static final String MARKS = "\\[](){}.*+?^$|";

  private final StringBuilder text = new StringBuilder();
  private int depth;
  private int next;
  private boolean ended;
  private boolean anchored;
  private boolean hasChoice;

  /** Says that what follows is not literal. */
  void end() {
    ended = true;
  }

  /** Looks at the part of the expression that starts at a place. */
  void see(String regex, int at) {
    char c = regex.charAt(at);
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    hasChoice |= c == '|' && depth == 0;
    if (ended || at < next) {
      return;
    }
    if (c == '^' && text.isEmpty() && !anchored) {
      anchored = true;
      return;
    }
    char literal = c;
    next = at + 1;
    if (c == '\\' && next < regex.length() && !isWord(regex.charAt(next))) {
      literal = regex.charAt(next++);
    } else if (MARKS.indexOf(c) >= 0) {
      ended = true;
      return;
    }
    if (next < regex.length() && "*+?{".indexOf(regex.charAt(next)) >= 0) {
      ended = true;
    } else {
      text.append(literal);
    }
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c);
  }

  boolean hasChoice() {
    return hasChoice;
  }

  String text() {
    return hasChoice ? "" : text.toString();
  }

  boolean isAnchored() {
    return anchored && !hasChoice;
  }
}
