package dev.losslessd.text;

import java.util.function.IntPredicate;

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
    return of(text, PrintableText::isPrintable);
  }

  private static String of(String text, IntPredicate stays) {
    if (text.codePoints().allMatch(stays)) {
      return text;
    }
    StringBuilder line = new StringBuilder(text.length() + 32);
    text.codePoints()
        .forEach(point -> {
          if (stays.test(point)) {
            line.appendCodePoint(point);
          } else {
            escape(line, point);
          }
        });
    return line.toString();
  }

  /**
   * The begin of a text of a stranger, up to 120 characters of it, for one line of a message. Only
   * ASCII stays as it is: a letter that looks like another shows.
   */
  public static String brief(String text) {
    return brief(text, BRIEF);
  }

  /** As {@link #brief(String)} with another number of characters; dots say that there was more. */
  public static String brief(String text, int most) {
    return cut(text.strip(), most);
  }

  /** As {@link #brief(String)}, in double quotes and with the blanks at its ends. */
  public static String quoted(String text) {
    return '"' + cut(text, BRIEF) + '"';
  }

  private static String cut(String text, int most) {
    IntPredicate ascii = point -> point >= ' ' && point <= '~';
    return text.length() <= most ? of(text, ascii) : of(text.substring(0, most), ascii) + "...";
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

  private static void escape(StringBuilder line, int point) {
    if (point < 0x100) {
      line.append("\\x%02x".formatted(point));
    } else if (point < 0x10000) {
      line.append("\\u%04x".formatted(point));
    } else {
      line.append("\\U%08x".formatted(point));
    }
  }
}
