package dev.losslessd.store;

import java.util.HexFormat;

/**
 * Strings and numbers of our own JSON, one spelling for each value: quote and backslash, {@code \b
 * \f \n \r \t}, four lower hex digits for other control characters and lone surrogates; all else
 * stands as it is.
 */
final class JsonText {
  private static final String SHORT = "\"\\\b\f\n\r\t";
  private static final String LETTERS = "\"\\bfnrt";

  private final String text;
  private int at;

  JsonText(String text) {
    this.text = text;
  }

  static void quote(StringBuilder out, String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      int letter = SHORT.indexOf(c);
      if (letter >= 0) {
        out.append('\\').append(LETTERS.charAt(letter));
      } else if (c < 0x20 || lone(value, i)) {
        out.append("\\u").append(HexFormat.of().toHexDigits(c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  /** Half a character has no bytes in UTF-8. */
  private static boolean lone(String value, int i) {
    char c = value.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == value.length() || !Character.isLowSurrogate(value.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(value.charAt(i - 1)));
  }

  /**
   * @throws IllegalArgumentException something else is there
   */
  void expect(String literal) {
    if (!take(literal)) {
      throw new IllegalArgumentException(
          "expected " + literal + " at character " + (at + 1) + ", found " + rest());
    }
  }

  boolean take(String literal) {
    boolean there = text.startsWith(literal, at);
    at += there ? literal.length() : 0;
    return there;
  }

  long number() {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == start || at - start > 18) {
      throw new IllegalArgumentException("expected a number at character " + (start + 1));
    }
    return Long.parseLong(text.substring(start, at));
  }

  String string() {
    expect("\"");
    StringBuilder out = new StringBuilder();
    while (!take("\"")) {
      out.append(take("\\") ? escaped() : next());
    }
    return out.toString();
  }

  String hex(int digits) {
    int end = at + digits;
    if (end > text.length() || !text.substring(at, end).matches("[0-9a-f]*")) {
      throw new IllegalArgumentException(
          "expected " + digits + " hex digits at character " + (at + 1));
    }
    String found = text.substring(at, end);
    at = end;
    return found;
  }

  void end() {
    if (at != text.length()) {
      throw new IllegalArgumentException("surplus text " + rest());
    }
  }

  private char escaped() {
    char letter = next();
    if (letter == 'u') {
      return (char) HexFormat.fromHexDigits(hex(4));
    }
    int known = LETTERS.indexOf(letter);
    if (known < 0) {
      throw new IllegalArgumentException("unknown escape \\" + letter);
    }
    return SHORT.charAt(known);
  }

  private char next() {
    if (at == text.length()) {
      throw new IllegalArgumentException("ends within a string");
    }
    return text.charAt(at++);
  }

  private String rest() {
    return at == text.length() ? "the end" : text.substring(at, Math.min(text.length(), at + 12));
  }
}
