package dev.losslessd.fabric.switchbase;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Maps, lists, texts, numbers and truth values as JSON. */
public final class JsonText {
  private JsonText() {}

  /** Returns the JSON text of a value, on one line. */
  public static String write(Object value) {
    StringBuilder text = new StringBuilder();
    new Printer("", _ -> false, text).print(value, "");
    return text.toString();
  }

  /**
   * Writes JSON over many lines.
   *
   * @param step what each level is moved in by
   * @param bare texts that stand without quotation marks
   */
  public static List<String> lines(Object value, String step, Predicate<String> bare) {
    StringBuilder text = new StringBuilder();
    new Printer(step, bare, text).print(value, "\n");
    return List.of(text.toString().split("\n"));
  }

  /** Prints values; a line of each part begins with a line break, or all is on one line. */
  private record Printer(String step, Predicate<String> bare, StringBuilder text) {
    void print(Object value, String line) {
      switch (value) {
        case Map<?, ?> map -> all('{', List.copyOf(map.entrySet()), '}', line);
        case List<?> list -> all('[', list, ']', line);
        case Number _, Boolean _ -> text.append(value);
        default -> {
          String word = value.toString();
          text.append(bare.test(word) ? word : quote(word));
        }
      }
    }

    private void all(char open, List<?> parts, char close, String line) {
      String inner = line.isEmpty() ? "" : line + step;
      text.append(open);
      for (int n = 0; n < parts.size(); n++) {
        text.append(n == 0 ? inner : "," + (inner.isEmpty() ? " " : inner));
        if (parts.get(n) instanceof Map.Entry<?, ?> entry) {
          text.append(quote(entry.getKey().toString())).append(": ");
          print(entry.getValue(), inner);
        } else {
          print(parts.get(n), inner);
        }
      }
      text.append(parts.isEmpty() ? "" : line).append(close);
    }
  }

  private static String quote(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int n = 0; n < text.length(); n++) {
      char c = text.charAt(n);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        default -> quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
