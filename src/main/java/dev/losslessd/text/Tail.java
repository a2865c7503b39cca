package dev.losslessd.text;

/** Finds out which places of an expression have nothing behind them. */
record Tail(String regex) {
  /** Whether nothing of the expression follows this place. */
  boolean isAt(int from) {
    int place = from;
    while (place < regex.length()) {
      char c = regex.charAt(place);
      if (c == '|') {
        place = endOfGroup(place);
      } else if (c == ')') {
        place++;
        if (place < regex.length() && "*+?{".indexOf(regex.charAt(place)) >= 0) {
          return false;
        }
      } else {
        return false;
      }
    }
    return true;
  }

  /** The place of the parenthesis that closes the group around a place, or the end. */
  private int endOfGroup(int from) {
    int depth = 0;
    int place = from;
    while (place < regex.length()) {
      char c = regex.charAt(place);
      if (c == '\\') {
        place++;
      } else if (c == '[') {
        place = endOfSet(place);
      } else if (c == '(') {
        depth++;
      } else if (c == ')' && --depth < 0) {
        return place;
      }
      place++;
    }
    return regex.length();
  }

  private int endOfSet(int from) {
    int place = from + 1;
    place += regex.startsWith("^", place) ? 1 : 0;
    place += regex.startsWith("]", place) ? 1 : 0; // the first one does not close it
    while (place < regex.length() && regex.charAt(place) != ']') {
      place += regex.charAt(place) == '\\' ? 2 : 1;
    }
    return place;
  }
}
