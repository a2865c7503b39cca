package dev.losslessd.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Checks answers against the OpenAPI document: as much of JSON schema as it uses. */
final class Contract {
  private final JsonNode document;

  Contract(JsonNode document) {
    this.document = document;
  }

  /** Violations of the description by an answer; empty for none. */
  List<String> violations(String method, String path, int status, JsonNode body) {
    List<String> wrong = new ArrayList<>();
    if (status >= 400 && status != 503) {
      check(schema("Problem"), body, "problem", wrong);
      return wrong;
    }
    JsonNode replies = operation(method, path).path("responses");
    JsonNode reply = replies.path(String.valueOf(status));
    if (reply.isMissingNode()) {
      reply = replies.path("default");
    }
    reply = resolved(reply);
    JsonNode content = reply.path("content").values().stream().findFirst().orElse(reply);
    if (!content.has("schema")) {
      wrong.add(method + " " + path + " " + status + " has no schema");
      return wrong;
    }
    check(content.path("schema"), body, method + " " + path, wrong);
    return wrong;
  }

  private JsonNode operation(String method, String path) {
    String plain = path.split("\\?")[0];
    String verb = method.toLowerCase(Locale.ROOT);
    Optional<String> match =
        document.path("paths").propertyNames().stream()
            .filter(template -> document.path("paths").path(template).has(verb))
            .filter(template -> matches(template, plain))
            .findFirst();
    return match
        .map(template -> document.path("paths").path(template).path(verb))
        .orElse(document.path("nothing"));
  }

  private static boolean matches(String template, String path) {
    String pattern =
        template.replace(".", "\\.").replace("{port}", ".+").replaceAll("\\{[a-z]+}", "[^/]+?");
    return Pattern.matches(pattern, path);
  }

  /** What a reference of the document stands for, else itself. */
  JsonNode resolved(JsonNode node) {
    String ref = node.path("$ref").asString("");
    return ref.isEmpty() ? node : document.at(ref.substring(1));
  }

  /** Violations of a schema by a value. */
  List<String> violations(String schema, JsonNode value) {
    List<String> wrong = new ArrayList<>();
    check(schema(schema), value, schema, wrong);
    return wrong;
  }

  private JsonNode schema(String name) {
    return document.path("components").path("schemas").path(name);
  }

  private void check(JsonNode schema, JsonNode value, String at, List<String> wrong) {
    if (schema.has("$ref")) {
      String ref = schema.path("$ref").asString();
      JsonNode target = schema(ref.substring(ref.lastIndexOf('/') + 1));
      if (target.isMissingNode()) {
        wrong.add(at + ": no schema " + ref);
        return;
      }
      check(target, value, at, wrong);
      return;
    }
    if (schema.has("anyOf") && schema.path("anyOf").valueStream().noneMatch(s -> fits(s, value))) {
      wrong.add(at + ": " + value + " fits none of " + schema.path("anyOf"));
    }
    if (schema.has("enum") && schema.path("enum").valueStream().noneMatch(value::equals)) {
      wrong.add(at + ": " + value + " is not one of " + schema.path("enum"));
    }
    if (schema.has("type") && !typeFits(schema.path("type"), value)) {
      wrong.add(at + ": " + value + " is no " + schema.path("type"));
    }
    if (value.isObject()) {
      object(schema, value, at, wrong);
    }
    if (value.isArray() && schema.has("items")) {
      value.values().forEach(one -> check(schema.path("items"), one, at + "[]", wrong));
    }
  }

  private boolean fits(JsonNode schema, JsonNode value) {
    List<String> wrong = new ArrayList<>();
    check(schema, value, "", wrong);
    return wrong.isEmpty();
  }

  private void object(JsonNode schema, JsonNode value, String at, List<String> wrong) {
    schema
        .path("required")
        .values()
        .forEach(name -> {
          if (!value.has(name.asString())) {
            wrong.add(at + ": " + name + " is missing");
          }
        });
    JsonNode more = schema.path("additionalProperties");
    for (String name : value.propertyNames()) {
      JsonNode known = schema.path("properties").path(name);
      if (!known.isMissingNode()) {
        check(known, value.path(name), at + "." + name, wrong);
      } else if (more.isBoolean()) {
        wrong.add(at + ": " + name + " is not described");
      } else if (more.isObject()) {
        check(more, value.path(name), at + "." + name, wrong);
      }
    }
  }

  private static boolean typeFits(JsonNode type, JsonNode value) {
    return type.isArray()
        ? type.valueStream().anyMatch(one -> typeFits(one, value))
        : switch (type.asString()) {
          case "object" -> value.isObject();
          case "array" -> value.isArray();
          case "string" -> value.isString();
          case "number" -> value.isNumber();
          case "integer" -> value.isIntegralNumber();
          case "boolean" -> value.isBoolean();
          case "null" -> value.isNull();
          default -> false;
        };
  }
}
