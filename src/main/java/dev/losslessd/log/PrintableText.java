package dev.losslessd.log;

/**
 * Text from anywhere as text that is safe to print on one line. Control characters (C0, DEL, C1),
 * line and paragraph separators, format characters (which change the direction of the text or hide)
 * and lone surrogates become {@code \xNN}, {@code \\uNNNN} or {@code \UNNNNNNNN}. A backslash
 * stays: the result is for reading, not for parsing.
 */
public final class PrintableText {
  private PrintableText() {}

  /** The whole text on one line. */
  public static String of(String text) {
    return of(text, Integer.MAX_VALUE);
  }

  /**
   * @param limit UTF-16 units of the text that are shown; the rest is counted
   */
  static String of(String text, int limit) {
    int end = Math.min(text.length(), limit);
    if (end == text.length() && isPrintable(text)) {
      return text;
    }
    StringBuilder line = new StringBuilder(end + 32);
    for (int at = 0; at < end; ) {
      int point = text.codePointAt(at);
      append(line, point);
      at += Character.charCount(point);
    }
    if (end < text.length()) {
      line.append("... (").append(text.length() - end).append(" more characters)");
    }
    return line.toString();
  }

  private static boolean isPrintable(String text) {
    return text.codePoints().allMatch(PrintableText::isPrintable);
  }

  private static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  private static void append(StringBuilder line, int point) {
    if (isPrintable(point)) {
      line.appendCodePoint(point);
    } else if (point < 0x100) {
      line.append("\\x").append(hex(point, 2));
    } else if (point < 0x10000) {
      line.append("\\u").append(hex(point, 4));
    } else {
      line.append("\\U").append(hex(point, 8));
    }
  }

  private static String hex(int point, int digits) {
    String hex = Integer.toHexString(point);
    return "0".repeat(digits - hex.length()) + hex;
  }
}
