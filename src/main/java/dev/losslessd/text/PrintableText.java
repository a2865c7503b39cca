package dev.losslessd.text;

/**
 * Text from anywhere as text that is safe to print on one line. Control characters (C0, DEL, C1),
 * line and paragraph separators, format characters (which change the direction of the text or hide)
 * and lone surrogates become {@code \xNN}, {@code \\uNNNN} or {@code \UNNNNNNNN}. A backslash
 * stays: the result is for reading, not for parsing.
 */
public final class PrintableText {
  private static final int BRIEF = 120;

  private PrintableText() {}

  /** The whole text on one line. */
  public static String of(String text) {
    if (text.codePoints().allMatch(PrintableText::isPrintable)) {
      return text;
    }
    StringBuilder line = new StringBuilder(text.length() + 32);
    text.codePoints().forEach(point -> append(line, point));
    return line.toString();
  }

  /** The begin of a text, up to 120 characters of it, for one line of a message. */
  public static String brief(String text) {
    return brief(text, BRIEF);
  }

  /** The begin of a text, up to a number of its characters; dots say that there was more. */
  public static String brief(String text, int most) {
    return cut(text.strip(), most);
  }

  /** As {@link #brief(String)}, in double quotes and with the blanks at its ends. */
  public static String quoted(String text) {
    return '"' + cut(text, BRIEF) + '"';
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? of(text) : of(text.substring(0, most)) + "...";
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
      line.append("\\x%02x".formatted(point));
    } else if (point < 0x10000) {
      line.append("\\u%04x".formatted(point));
    } else {
      line.append("\\U%08x".formatted(point));
    }
  }
}
