package dev.losslessd.cli;

import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * Text broken into lines of a width, at blanks; only a word longer than a line is broken itself.
 */
final class Wrapped {
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[\\d+m");
  private static final int DEEPEST = 24;

  private Wrapped() {}

  /** Lines of a cell. */
  static List<String> lines(String text, int width) {
    return lines(text, width, width, "");
  }

  /**
   * Lines for a terminal; those after the first begin two blanks further right than it does.
   *
   * @param text may hold colours, which take no room
   * @param width 0 for none, where the text stays one line
   */
  static List<String> hanging(String text, int width) {
    if (width <= 0 || width(text) <= width) {
      return List.of(text);
    }
    int blanks = text.length() - text.stripLeading().length();
    String indent = " ".repeat(Math.min(blanks, Math.min(DEEPEST, width / 2)));
    int room = Math.max(4, width - indent.length());
    return lines(text.substring(blanks), room, room - 2, "  ").stream()
        .map(line -> indent + line)
        .toList();
  }

  private static List<String> lines(String text, int first, int others, String hang) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : Pattern.of("(?<=\\S)(?= )").split(text, -1)) {
      int room = lines.isEmpty() ? first : others;
      if (line.isEmpty() || width(line) + width(word) <= room) {
        line.append(line.isEmpty() && !lines.isEmpty() ? word.stripLeading() : word);
      } else {
        lines.add((lines.isEmpty() ? "" : hang) + line);
        line.setLength(0);
        line.append(word.stripLeading());
      }
      while (width(line) > (lines.isEmpty() ? first : others)) {
        int cut = cut(line, lines.isEmpty() ? first : others);
        lines.add((lines.isEmpty() ? "" : hang) + line.substring(0, cut));
        line.delete(0, cut);
      }
    }
    if (!line.isEmpty() || lines.isEmpty()) {
      lines.add((lines.isEmpty() ? "" : hang) + line);
    }
    return lines;
  }

  /** Where a word that fits no line is broken: after a comma, dot, slash or colon if it has one. */
  private static int cut(StringBuilder word, int width) {
    int hard = COLOUR.matcher(word).find() ? word.length() : word.offsetByCodePoints(0, width);
    for (int at = hard; at > hard / 2; at--) {
      if (",./:{".indexOf(word.charAt(at - 1)) >= 0) {
        return at;
      }
    }
    return hard;
  }

  private static int width(CharSequence text) {
    String plain = COLOUR.matcher(text).replaceAll("");
    return plain.codePointCount(0, plain.length());
  }
}
