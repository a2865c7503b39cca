package dev.losslessd.fabric.switchbase;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Maps, lists, texts, numbers and truth values as JSON on one line. */
public final class JsonText {
  private JsonText() {}

  /** Returns an object from alternating names and values. */
  public static Map<String, Object> object(Object... pairs) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int n = 0; n < pairs.length; n += 2) {
      row.put(pairs[n].toString(), pairs[n + 1]);
    }
    return row;
  }

  /** Returns the JSON text of a value. */
  public static String write(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        StringBuilder text = new StringBuilder("{");
        map.forEach((key, inner) -> {
          text.append(text.length() > 1 ? ", " : "");
          text.append(quote(String.valueOf(key))).append(": ").append(write(inner));
        });
        yield text.append('}').toString();
      }
      case List<?> list ->
          "[" + String.join(", ", list.stream().map(JsonText::write).toList()) + "]";
      case Number number -> number.toString();
      case Boolean truth -> truth.toString();
      default -> quote(value.toString());
    };
  }

  /**
   * Writes JSON over many lines.
   *
   * @param step what each level is moved in by
   * @param bare texts that stand without quotation marks
   */
  public static List<String> lines(Object value, String step, Predicate<String> bare) {
    StringBuilder text = new StringBuilder();
    new Spread(step, bare, text).print(value, "");
    return List.of(text.toString().split("\n"));
  }

  /** An object or array of many lines. */
  private record Spread(String step, Predicate<String> bare, StringBuilder text) {
    void print(Object value, String indent) {
      switch (value) {
        case Map<?, ?> map -> all('{', map.entrySet().stream().toList(), '}', indent);
        case List<?> list -> all('[', list, ']', indent);
        case Number number -> text.append(number);
        default -> {
          String word = value.toString();
          text.append(bare.test(word) ? word : quote(word));
        }
      }
    }

    private void all(char open, List<?> parts, char close, String indent) {
      text.append(open);
      String inner = indent + step;
      for (int n = 0; n < parts.size(); n++) {
        text.append(n == 0 ? "\n" : ",\n").append(inner);
        if (parts.get(n) instanceof Map.Entry<?, ?> entry) {
          text.append(quote(entry.getKey().toString())).append(": ");
          print(entry.getValue(), inner);
        } else {
          print(parts.get(n), inner);
        }
      }
      text.append(parts.isEmpty() ? "" : "\n" + indent).append(close);
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
