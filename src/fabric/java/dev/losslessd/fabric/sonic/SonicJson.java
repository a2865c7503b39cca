package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as Python's {@code json} prints it with an indent of four, and reads it. */
final class SonicJson {
  private final String text;
  private int at;

  private SonicJson(String text) {
    this.text = text;
  }

  static String print(Object value) {
    StringBuilder out = new StringBuilder();
    print(value, "", out);
    return out.toString();
  }

  private static void print(Object value, String indent, StringBuilder out) {
    switch (value) {
      case Map<?, ?> map -> parts('{', new ArrayList<>(map.entrySet()), '}', indent, out);
      case List<?> list -> parts('[', list, ']', indent, out);
      case Double number -> out.append(number);
      default ->
          out.append('"')
              .append(value.toString().replace("\\", "\\\\").replace("\"", "\\\""))
              .append('"');
    }
  }

  private static void parts(
      char open, List<?> parts, char close, String indent, StringBuilder out) {
    String inner = indent + "    ";
    out.append(open);
    for (int n = 0; n < parts.size(); n++) {
      out.append(n == 0 ? "\n" : ",\n").append(inner);
      if (parts.get(n) instanceof Map.Entry<?, ?> entry) {
        print(entry.getKey(), inner, out);
        out.append(": ");
        print(entry.getValue(), inner, out);
      } else {
        print(parts.get(n), inner, out);
      }
    }
    out.append(parts.isEmpty() ? "" : "\n" + indent).append(close);
  }

  /**
   * Texts, lists and objects: all that a patch has.
   *
   * @throws CliError in the words of Python
   */
  static Object read(String text) throws CliError {
    SonicJson sonicJson = new SonicJson(text);
    Object value = sonicJson.value();
    sonicJson.skip();
    if (sonicJson.at < text.length()) {
      throw sonicJson.expecting("Extra data");
    }
    return value;
  }

  private Object value() throws CliError {
    skip();
    return switch (at < text.length() ? text.charAt(at) : ' ') {
      case '"' -> string();
      case '[' -> list();
      case '{' -> map();
      default -> throw expecting("Expecting value");
    };
  }

  private List<Object> list() throws CliError {
    at++;
    List<Object> list = new ArrayList<>();
    while (!ended(']', list.isEmpty())) {
      list.add(value());
    }
    return list;
  }

  private Map<String, Object> map() throws CliError {
    at++;
    Map<String, Object> map = new LinkedHashMap<>();
    while (!ended('}', map.isEmpty())) {
      skip();
      String key = string();
      skip();
      take(':', "Expecting ':' delimiter");
      map.put(key, value());
    }
    return map;
  }

  /** At the end of a list, or else behind its comma. */
  private boolean ended(char close, boolean first) throws CliError {
    skip();
    if (at < text.length() && text.charAt(at) == close) {
      at++;
      return true;
    }
    if (!first) {
      take(',', "Expecting ',' delimiter");
    }
    return false;
  }

  private String string() throws CliError {
    take('"', "Expecting property name enclosed in double quotes");
    StringBuilder word = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\\') {
        at++;
      }
      word.append(at < text.length() ? text.charAt(at) : ' ');
      at++;
    }
    take('"', "Unterminated string");
    return word.toString();
  }

  private void take(char wanted, String otherwise) throws CliError {
    if (at >= text.length() || text.charAt(at) != wanted) {
      throw expecting(otherwise);
    }
    at++;
  }

  private void skip() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private CliError expecting(String what) {
    return new CliError(2, what + ": line 1 column " + (at + 1) + " (char " + at + ")");
  }
}
