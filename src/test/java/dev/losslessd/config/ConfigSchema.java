package dev.losslessd.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The declaration as JSON Schema 2020-12, for editors. */
final class ConfigSchema {
  private ConfigSchema() {}

  /** Pretty-printed, with a line end. */
  static String json() {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.put("title", "losslessd.yaml");
    root.putAll(schema(Config.KEYS));
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(root)
        + "\n";
  }

  private static Map<String, Object> schema(Shape shape) {
    Map<String, Object> out = new LinkedHashMap<>();
    switch (shape) {
      case Shape.Choice choice -> out.put("enum", choice.words());
      case Shape.Amount amount -> amount(amount, out);
      case Shape.Words words -> {
        out.put("type", "string");
        out.put("pattern", "^(" + words.regex() + ")$");
      }
      case Shape.Reference reference -> out.putAll(schema(reference.form()));
      case Shape.Flag flag ->
          out.put("enum", List.of("on", "off", "yes", "no", "true", "false", true, false));
      case Shape.Many many -> {
        out.put("type", "array");
        out.put("items", schema(many.item()));
      }
      case Shape.OneOrMany one ->
          out.put("anyOf", List.of(schema(one.item()), schema(new Shape.Many(one.item()))));
      case Shape.Section section -> section(section, out);
      case Shape.WordOr or ->
          out.put("anyOf", List.of(Map.of("const", or.word()), schema(or.other())));
      case Shape.Named named -> {
        out.put("type", "object");
        out.put("propertyNames", schema(named.name()));
        out.put("additionalProperties", schema(named.value()));
      }
    }
    return out;
  }

  private static void amount(Shape.Amount amount, Map<String, Object> out) {
    if (amount.quantity() == Quantity.COUNT) {
      out.put("type", "integer");
      out.put("minimum", amount.min());
      out.put("maximum", amount.max());
    } else {
      out.put("type", "string");
      out.put("pattern", amount.quantity().regex());
    }
  }

  private static void section(Shape.Section section, Map<String, Object> out) {
    out.put("type", List.of("object", "null"));
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (Shape.Key key : section.keys()) {
      Map<String, Object> value = new LinkedHashMap<>();
      String usual = key.usual().isEmpty() ? "" : "; default " + key.usual();
      value.put("description", key.help() + usual);
      value.putAll(schema(key.shape()));
      properties.put(key.name(), value);
      if (key.presence() == Shape.Presence.REQUIRED) {
        required.add(key.name());
      }
    }
    out.put("properties", properties);
    if (!required.isEmpty()) {
      out.put("required", required);
    }
    out.put("additionalProperties", false);
  }
}
