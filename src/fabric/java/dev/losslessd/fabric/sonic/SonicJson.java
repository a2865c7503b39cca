package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.JsonText;
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

  static List<String> print(Object value) {
    return JsonText.lines(value, "    ", _ -> false);
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
