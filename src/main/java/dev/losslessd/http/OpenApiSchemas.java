package dev.losslessd.http;

import dev.losslessd.model.SettingKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Schemas of the OpenAPI document: by hand where code has no table, else made of it. */
final class OpenApiSchemas {
  private static final String ENUM = "enum";
  private static final String DESCRIPTION = "description";

  private OpenApiSchemas() {}

  static ObjectNode ref(String schema) {
    return Json.object().put("$ref", "#/components/schemas/" + schema);
  }

  static ObjectNode all() {
    JsonNode known = resource("schemas.json");
    ObjectNode schemas = (ObjectNode) known.get("schemas");
    for (SettingKind kind : SettingKind.values()) {
      schemas.set("Setting." + kind.word(), setting(kind));
      schemas.set("Resource." + kind.word(), resource(schemas.get("Resource"), kind));
    }
    schemas.remove("Resource");
    ObjectNode settings = schemas.withObjectProperty("Port").withObjectProperty("properties");
    ObjectNode each = settings.putObject("settings").put("type", "object");
    each.put("additionalProperties", false);
    ObjectNode properties = each.putObject("properties");
    ArrayNode any = schemas.withObjectProperty("Setting").putArray("anyOf");
    for (SettingKind kind : SettingKind.values()) {
      properties.set(kind.word(), ref("Resource." + kind.word()));
      any.add(ref("Setting." + kind.word()));
    }
    nameTypes(schemas);
    JsonNode fields = known.get("fields");
    schemas.properties().forEach(one -> describe(fields, schemas, one.getKey(), one.getValue()));
    return schemas;
  }

  private static ObjectNode setting(SettingKind kind) {
    ObjectNode json = Json.object(SettingSchema.of(kind.shape().struct()));
    String more = json.path(DESCRIPTION).asString("");
    String dot =
        more.isEmpty() ? "" : " " + Character.toUpperCase(more.charAt(0)) + more.substring(1) + ".";
    return json.put(DESCRIPTION, kind.meaning() + dot);
  }

  /** Words without a type are strings: generated clients want it said. */
  private static void nameTypes(JsonNode node) {
    if (node instanceof ObjectNode object && object.path(ENUM).isArray() && !object.has("type")) {
      object.put("type", "string");
    }
    node.values().forEach(OpenApiSchemas::nameTypes);
  }

  /**
   * Gives the meaning of its name to each field that has none of its own, and whose schema has
   * none.
   *
   * @param fields meanings by name, and by {@code Schema.name} where it means something else there
   */
  private static void describe(JsonNode fields, JsonNode schemas, String schema, JsonNode node) {
    for (Map.Entry<String, JsonNode> one : node.path("properties").properties()) {
      JsonNode meaning =
          fields.path(schema + "." + one.getKey()).isMissingNode()
              ? fields.path(one.getKey())
              : fields.path(schema + "." + one.getKey());
      if (one.getValue() instanceof ObjectNode field
          && meaning.isString()
          && !isDescribed(schemas, field)) {
        field.set(DESCRIPTION, meaning);
      }
    }
    node.values().forEach(inner -> describe(fields, schemas, schema, inner));
  }

  private static boolean isDescribed(JsonNode schemas, JsonNode field) {
    String ref = field.path("$ref").asString("").replace(ref("").path("$ref").asString(), "");
    return field.has(DESCRIPTION) || schemas.path(ref).has(DESCRIPTION);
  }

  /** A file beside this class. */
  static JsonNode resource(String name) {
    try (InputStream in = OpenApiSchemas.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not in the jar");
      }
      return Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read", e);
    }
  }

  /** The common shape with the setting's own value type. */
  private static ObjectNode resource(JsonNode common, SettingKind kind) {
    ObjectNode json = (ObjectNode) common.deepCopy();
    ObjectNode properties = json.withObjectProperty("properties");
    ArrayNode spec = properties.putObject("spec").putArray("anyOf");
    spec.add(ref("Setting." + kind.word()));
    spec.addObject().put("type", "null");
    ObjectNode status = properties.withObjectProperty("status").withObjectProperty("properties");
    status.set("value", properties.get("spec").deepCopy());
    status.set("next", ref("Setting." + kind.word()));
    return json;
  }
}
