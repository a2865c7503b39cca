package dev.losslessd.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The query of a request: only names that the route declares, each at most once. */
final class Query {
  private final Map<String, String> values;

  private Query(Map<String, String> values) {
    this.values = values;
  }

  /**
   * @param raw as it came, empty for none
   * @throws ProblemException 400 for a name that is unknown or comes twice, or broken escapes
   */
  static Query parse(String raw, Set<String> allowed) {
    Map<String, String> values = new TreeMap<>();
    FieldErrors errors = new FieldErrors();
    for (String part : raw.isEmpty() ? new String[0] : raw.split("&")) {
      int equals = part.indexOf('=');
      String name = decode(equals < 0 ? part : part.substring(0, equals), errors);
      String value = equals < 0 ? "" : decode(part.substring(equals + 1), errors);
      if (!allowed.contains(name)) {
        String hint = allowed.isEmpty() ? "; there are none here" : Nearest.hint(name, allowed);
        errors.add("query", "parameter '" + Json.cut(name, 60) + "' is unknown" + hint);
      } else if (values.put(name, value) != null) {
        errors.add(name, "is given twice");
      }
    }
    errors.throwIfAny();
    return new Query(values);
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  boolean flag(String name, FieldErrors errors) {
    String value = values.getOrDefault(name, "false");
    if (!value.equals("true") && !value.equals("false")) {
      errors.add(name, "is '" + Json.cut(value, 60) + "', expected true or false");
    }
    return value.equals("true");
  }

  private static String decode(String text, FieldErrors errors) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      errors.add("query", "'" + Json.cut(text, 60) + "' has a broken percent escape");
      return "";
    }
  }
}
