package dev.losslessd.fabric.box;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Maps, lists, texts, numbers and truth values as JSON on one line. */
public final class JsonText {
  private JsonText() {}

  /** An object from names and values by turns. */
  public static Map<String, Object> object(Object... pairs) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int n = 0; n < pairs.length; n += 2) {
      row.put(pairs[n].toString(), pairs[n + 1]);
    }
    return row;
  }

  /** The text of a value. */
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
