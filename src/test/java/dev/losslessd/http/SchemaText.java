package dev.losslessd.http;

import static dev.losslessd.house.ReferencePage.coded;

import dev.losslessd.house.ReferencePage;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Schemas of the OpenAPI document as a reader wants them.
 *
 * @param word of the setting that is told as any setting; empty where there is none
 */
record SchemaText(String word) {
  /** Where the document refers to. */
  static final String SCHEMAS = "#/components/schemas/";

  private static final String ANY = "{setting}";

  /** The text, with the setting's own word as that of any setting. */
  String general(String text) {
    return word.isEmpty()
        ? text
        : text.replaceAll("(?<![A-Za-z-])" + word + "(?![A-Za-z-])", "{setting}");
  }

  /** A heading, what it is, and its fields. */
  ReferencePage part(String name, JsonNode schema) {
    ReferencePage part = new ReferencePage();
    part.heading(3, general(name));
    String description = schema.path("description").asString("");
    if (!description.isEmpty()) {
      part.paragraph(sentence(description));
    }
    if (name.equals("OpenApi")) {
      part.paragraph("A document of OpenAPI 3.1.");
    } else if (schema.path("properties").isEmpty()) {
      part.paragraph("It is: " + type(schema) + ".");
      inner(part, "", schema);
    } else {
      part.table("Field", "Type", "Meaning");
      rows(part, "", schema);
    }
    return part;
  }

  private static String sentence(String text) {
    String dot = text.endsWith(".") ? "" : ".";
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + dot;
  }

  private void rows(ReferencePage part, String place, JsonNode schema) {
    Set<String> required =
        schema.path("required").valueStream().map(JsonNode::asString).collect(Collectors.toSet());
    schema
        .path("properties")
        .properties()
        .forEach(one -> {
          String name = place + one.getKey();
          part.row(
              coded(name) + (required.contains(one.getKey()) ? "" : " ?"),
              type(one.getValue()),
              one.getValue().path("description").asString(""));
          inner(part, name, one.getValue());
        });
  }

  private void inner(ReferencePage part, String name, JsonNode schema) {
    if (!schema.path("properties").isEmpty()) {
      rows(part, name + ".", schema);
    } else if (schema.path("items").isObject()) {
      inner(part, name + "[]", schema.path("items"));
    } else if (schema.path("additionalProperties").isObject()) {
      inner(part, name + ".*", schema.path("additionalProperties"));
    }
  }

  /** What a value may be, with a link where it has a name. */
  String type(JsonNode schema) {
    String ref = schema.path("$ref").asString("");
    if (!ref.isEmpty()) {
      String name = general(ref.substring(SCHEMAS.length()));
      return "[" + name + "](#" + anchor(name) + ")";
    }
    if (schema.has("anyOf")) {
      return words(schema.path("anyOf"), " or ");
    }
    if (schema.has("enum")) {
      return schema
          .path("enum")
          .valueStream()
          .map(one -> coded(one.asString()))
          .collect(Collectors.joining(", "));
    }
    return schema.path("type").isArray()
        ? schema
            .path("type")
            .valueStream()
            .map(JsonNode::asString)
            .collect(Collectors.joining(" or "))
        : plain(schema);
  }

  private String words(JsonNode schemas, String between) {
    return schemas.valueStream().map(this::type).collect(Collectors.joining(between));
  }

  /** As GitHub makes it of a heading; values of all settings stand under one. */
  private static String anchor(String schema) {
    if (schema.equals("Setting." + ANY)) {
      return "setting";
    }
    return schema.startsWith("Resource.")
        ? "resourcesetting"
        : schema.toLowerCase(Locale.ROOT).replaceAll("[^a-z-]", "");
  }

  private String plain(JsonNode schema) {
    String type = schema.path("type").asString("");
    return switch (type) {
      case "array" -> "list of " + type(schema.path("items")) + sizes(schema);
      case "integer", "number" -> type + range(schema);
      case "object" ->
          schema.path("additionalProperties").isObject()
              ? "object of " + type(schema.path("additionalProperties"))
              : type;
      case "string" -> string(schema);
      case "" -> "any";
      default -> type;
    };
  }

  private static String string(JsonNode schema) {
    String pattern = schema.path("pattern").asString("");
    return schema
        .path("format")
        .asString(pattern.isEmpty() ? "string" : "string " + coded(pattern));
  }

  private static String range(JsonNode schema) {
    String min = schema.path("minimum").asString("");
    String max = schema.path("maximum").asString("");
    return min.isEmpty() ? "" : ", " + min + (max.isEmpty() ? " or more" : " to " + max);
  }

  private static String sizes(JsonNode schema) {
    String max = schema.path("maxItems").asString("");
    boolean fixed = max.equals(schema.path("minItems").asString(""));
    return max.isEmpty() ? "" : fixed ? ", " + max + " of them" : ", at most " + max;
  }
}
