package dev.losslessd.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The query of a request: only names that the route declares, most of them at most once. */
record Query(Map<String, List<String>> values) {
  /** Parameters that may come more than once. */
  private static final Set<String> LISTS =
      Set.of(
          Waivers.FIELD,
          DeviceLabels.LABEL,
          EventRoutes.KIND,
          MetricsRoutes.COLLECT,
          MetricsRoutes.COLLECT + "[]");

  static final Query NONE = new Query(Map.of());

  /**
   * @param raw as it came, empty for none
   * @throws ProblemException 400 for a name that is unknown or comes twice, a word that is none of
   *     those that it may be, or broken escapes
   */
  static Query parse(String raw, List<Route.Param> params) {
    Map<String, List<String>> allowed = new TreeMap<>();
    params.forEach(param -> allowed.put(param.name(), param.words()));
    Query query = parse(raw, allowed);
    FieldErrors errors = new FieldErrors();
    query.values.forEach((name, values) -> {
      List<String> words = allowed.getOrDefault(name, List.of());
      values.stream()
          .filter(value -> !words.isEmpty() && !words.contains(value))
          .forEach(value -> errors.unexpected(name, value, "one of " + String.join(", ", words)));
    });
    errors.throwIfAny();
    return query;
  }

  private static Query parse(String raw, Map<String, List<String>> allowed) {
    Map<String, List<String>> values = new TreeMap<>();
    FieldErrors errors = new FieldErrors();
    for (String part : raw.isEmpty() ? new String[0] : raw.split("&")) {
      int equals = part.indexOf('=');
      String name = decode(equals < 0 ? part : part.substring(0, equals), errors);
      String value = equals < 0 ? "" : decode(part.substring(equals + 1), errors);
      if (!allowed.containsKey(name)) {
        String hint =
            allowed.isEmpty() ? "; there are none here" : Suggestions.hint(name, allowed.keySet());
        errors.add("query", "parameter '" + Json.cut(name, 60) + "' is unknown" + hint);
      } else if (values.containsKey(name) && !LISTS.contains(name)) {
        errors.add(name, "is given twice");
      } else {
        values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
      }
    }
    errors.throwIfAny();
    return new Query(values);
  }

  /** Whether a parameter may come more than once. */
  static boolean isList(String name) {
    return LISTS.contains(name);
  }

  Optional<String> text(String name) {
    return all(name).stream().findFirst();
  }

  /** In the order in which they came. */
  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  boolean flag(String name, FieldErrors errors) {
    String value = text(name).orElse("false");
    if (!value.equals("true") && !value.equals("false")) {
      errors.unexpected(name, value, "true or false");
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
