package dev.losslessd.fabric.nvue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** NVUE's structured output: numbers are numbers, names of branches are always texts. */
final class Json {
  private static final Pattern NUMBER = Pattern.compile("0|[1-9]\\d{0,17}");

  private Json() {}

  /** Names and values by turns. */
  static Map<String, Object> object(Object... pairs) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int n = 0; n < pairs.length; n += 2) {
      object.put(pairs[n].toString(), pairs[n + 1]);
    }
    return object;
  }

  static List<String> print(Object value) {
    StringBuilder text = new StringBuilder();
    print(value, "", text);
    return List.of(text.toString().split("\n"));
  }

  private static void print(Object value, String indent, StringBuilder text) {
    switch (value) {
      case Map<?, ?> map -> all('{', map.entrySet().stream().toList(), '}', indent, text);
      case List<?> list -> all('[', list, ']', indent, text);
      case String word when NUMBER.matcher(word).matches() -> text.append(word);
      case Number number -> text.append(number);
      default -> quote(value.toString(), text);
    }
  }

  private static void all(char open, List<?> parts, char close, String indent, StringBuilder text) {
    text.append(open);
    String inner = indent + "  ";
    for (int n = 0; n < parts.size(); n++) {
      text.append(n == 0 ? "\n" : ",\n").append(inner);
      if (parts.get(n) instanceof Map.Entry<?, ?> entry) {
        quote(entry.getKey().toString(), text);
        text.append(": ");
        print(entry.getValue(), inner, text);
      } else {
        print(parts.get(n), inner, text);
      }
    }
    text.append(parts.isEmpty() ? "" : "\n" + indent).append(close);
  }

  private static void quote(String word, StringBuilder text) {
    text.append('"');
    for (int n = 0; n < word.length(); n++) {
      char c = word.charAt(n);
      text.append(c == '"' || c == '\\' ? "\\" : "").append(c == '\n' ? "\\n" : "" + c);
    }
    text.append('"');
  }
}
