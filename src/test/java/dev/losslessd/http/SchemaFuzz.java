package dev.losslessd.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Random requests of an OpenAPI document: most as it says, some with something odd in them. */
final class SchemaFuzz {
  private static final List<String> WORDS =
      List.of(
          "gpu01:ens1f0np0",
          "gpu01:Ethernet1/7",
          "leaf1",
          "gpu01",
          "pfc",
          "dscp",
          "600s",
          "1h",
          "c-000001",
          "1",
          "50%",
          "100%",
          "rail=0",
          "headroom:test",
          "true",
          "false",
          "cc_rx_ce_pkts",
          "2026-03-01T10:00:00Z",
          "-30s",
          "");

  private static final List<String> ODD =
      List.of(
          "null",
          "-1",
          "1e999",
          "9223372036854775808",
          "0.5",
          "[]",
          "{}",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"" + "x".repeat(3000) + "\"",
          "[[[[[[[[[[]]]]]]]]]]",
          "{\"\":{\"\":{}}}",
          "true",
          "\"../../etc\"",
          "\"%2F\"");

  private static final List<String> SEGMENTS =
      List.of(
          "nosuch",
          "..",
          "%2e%2e",
          "a%2Fb",
          "%00",
          "x".repeat(300),
          "%C3%BC",
          "c-0",
          "-1",
          "0",
          "*",
          ":");

  private final JsonNode document;
  private final Random random;

  SchemaFuzz(JsonNode document, long seed) {
    this.document = document;
    this.random = new Random(seed);
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private boolean seldom(int oneOf) {
    return random.nextInt(oneOf) == 0;
  }

  /** A path with its query. */
  String path(RouteOperation op) {
    StringBuilder path = new StringBuilder();
    for (String part : op.path().substring(1).split("/")) {
      String value = part.replace("{device}", op.path().contains("{port}") ? "gpu01" : "leaf1");
      value = value.replace("{port}", any(List.of("ens1f0np0", "Ethernet1%2F7", "Ethernet1/7")));
      value = value.replace("{id}", "c-00000" + (1 + random.nextInt(9)));
      value = value.replace("{number}", String.valueOf(random.nextInt(4)));
      path.append('/').append(part.startsWith("{") && seldom(8) ? any(SEGMENTS) : value);
    }
    String sign = "?";
    for (JsonNode param : op.json().path("parameters")) {
      if (param.path("in").asString().equals("query") && seldom(3)) {
        path.append(sign).append(param.path("name").asString()).append('=').append(text(param));
        sign = "&";
      }
    }
    return seldom(30) ? path + sign + "odd=1" : path.toString();
  }

  private String text(JsonNode param) {
    JsonNode schema = param.path("schema");
    JsonNode words = schema.path("enum");
    String good =
        words.isArray()
            ? any(List.copyOf(words.values())).asString()
            : switch (schema.path("type").asString()) {
              case "boolean" -> any(List.of("true", "false"));
              case "integer" -> String.valueOf(random.nextInt(1200));
              default -> any(WORDS);
            };
    String value = seldom(6) ? any(SEGMENTS) : good;
    return value.replace(" ", "%20").replace("\"", "%22");
  }

  /** A body; empty where the operation takes none. */
  String body(RouteOperation op) {
    JsonNode content = op.json().at("/requestBody/content");
    if (content.isMissingNode() || seldom(20)) {
      return "";
    }
    JsonNode schema = content.path(content.propertyNames().iterator().next()).path("schema");
    String text = value(schema, 0).toString();
    return seldom(15) ? text.substring(0, random.nextInt(text.length() + 1)) : text;
  }

  private JsonNode value(JsonNode given, int depth) {
    if (seldom(25)) {
      return Json.parse(any(ODD).replace("1e999", "1e99").getBytes(StandardCharsets.UTF_8));
    }
    JsonNode schema = given;
    while (schema.has("$ref")) {
      schema = document.at(schema.path("$ref").asString().substring(1));
    }
    if (schema.has("anyOf")) {
      return value(any(List.copyOf(schema.path("anyOf").values())), depth + 1);
    }
    if (schema.has("enum")) {
      return any(List.copyOf(schema.path("enum").values()));
    }
    JsonNode type = schema.path("type");
    return switch (type.isArray()
        ? any(List.copyOf(type.values())).asString()
        : type.asString("")) {
      case "object" -> object(schema, depth);
      case "array" -> array(schema, depth);
      case "integer" -> integer(schema);
      case "boolean" -> JsonNodeFactory.instance.booleanNode(random.nextBoolean());
      case "null" -> JsonNodeFactory.instance.nullNode();
      default -> JsonNodeFactory.instance.stringNode(any(WORDS));
    };
  }

  private JsonNode integer(JsonNode schema) {
    long min = schema.path("minimum").asLong(0);
    long max = schema.path("maximum").asLong(100);
    List<Long> edges = List.of(min, max, max + 1, min - 1);
    long within = min + (long) (random.nextDouble() * (max - min));
    long number = seldom(6) ? any(edges) : within;
    return JsonNodeFactory.instance.numberNode(number);
  }

  private JsonNode array(JsonNode schema, int depth) {
    ArrayNode array = Json.array();
    int most = Math.min(schema.path("maxItems").asInt(3), 8);
    int size = Math.max(schema.path("minItems").asInt(0), random.nextInt(most + 1));
    for (int n = 0; n < size; n++) {
      array.add(value(schema.path("items"), depth + 1));
    }
    return array;
  }

  private JsonNode object(JsonNode schema, int depth) {
    ObjectNode object = Json.object();
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(name -> required.add(name.asString()));
    JsonNode properties = schema.path("properties");
    for (String name : properties.propertyNames()) {
      if (required.contains(name) ? !seldom(20) : seldom(3)) {
        object.set(name, value(properties.path(name), depth + 1));
      }
    }
    JsonNode more = schema.path("additionalProperties");
    if (more.isObject() && depth < 6) {
      for (int n = random.nextInt(3); n > 0; n--) {
        object.set(
            seldom(3) ? String.valueOf(random.nextInt(70)) : any(WORDS), value(more, depth + 1));
      }
    }
    if (seldom(15)) {
      object.put("odd", 1);
    }
    return object;
  }
}
