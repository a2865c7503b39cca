package dev.losslessd.http;

import dev.losslessd.model.SettingKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The route table as OpenAPI 3.1. */
final class OpenApi {
  private static final Pattern PARAM = Pattern.compile("\\{([a-z]+)}");

  private OpenApi() {}

  static ObjectNode document(List<Route> table, String version) {
    ObjectNode json = Json.object().put("openapi", "3.1.0");
    json.putObject("info")
        .put("title", "losslessd")
        .put("version", version)
        .put(
            "description",
            "Reads are free on loopback; writes need the Unix socket or the bearer token. {port}"
                + " in a path is the port's own name with its slashes.");
    ObjectNode paths = json.putObject("paths");
    for (Route route : table) {
      ObjectNode path = paths.withObjectProperty(route.documentPath());
      path.set(route.method().toLowerCase(Locale.ROOT), operation(route));
    }
    ObjectNode components = json.putObject("components");
    components.set("schemas", schemas());
    components
        .putObject("securitySchemes")
        .putObject("token")
        .put("type", "http")
        .put("scheme", "bearer");
    return json;
  }

  private static ObjectNode operation(Route route) {
    ObjectNode json =
        Json.object().put("operationId", operationId(route)).put("summary", route.summary());
    ArrayNode params = parameters(route);
    if (!params.isEmpty()) {
      json.set("parameters", params);
    }
    String body = route.body();
    if (body != null) {
      ObjectNode request = json.putObject("requestBody").put("required", route.bodyRequired());
      request.putObject("content").putObject("application/json").set("schema", ref(body));
    }
    ObjectNode responses = json.putObject("responses");
    route.replies().forEach(reply -> responses.set(String.valueOf(reply.status()), reply(reply)));
    responses
        .putObject("default")
        .put("description", "A problem (RFC 9457)")
        .putObject("content")
        .putObject("application/problem+json")
        .set("schema", ref("Problem"));
    if (!route.method().equals("GET")) {
      json.putArray("security").addObject().putArray("token");
    }
    return json;
  }

  private static ObjectNode reply(Route.Reply reply) {
    ObjectNode json = Json.object().put("description", reply.description());
    if (!reply.schema().isEmpty()) {
      json.putObject("content").putObject("application/json").set("schema", ref(reply.schema()));
    }
    return json;
  }

  private static ArrayNode parameters(Route route) {
    ArrayNode params = Json.array();
    Matcher inPath = PARAM.matcher(route.documentPath());
    while (inPath.find()) {
      params
          .addObject()
          .put("name", inPath.group(1))
          .put("in", "path")
          .put("required", true)
          .putObject("schema")
          .put("type", "string");
    }
    for (Route.Param param : route.params()) {
      params
          .addObject()
          .put("name", param.name())
          .put("in", param.in())
          .put("required", param.required())
          .put("description", param.description())
          .putObject("schema")
          .put("type", param.type());
    }
    return params;
  }

  /** {@code get-api-v1-commits-id}: unique, as method and path are. */
  private static String operationId(Route route) {
    String words = route.documentPath().replaceAll("[^A-Za-z0-9]+", "-").replaceAll("-$", "");
    return route.method().toLowerCase(Locale.ROOT) + words;
  }

  private static ObjectNode ref(String schema) {
    return Json.object().put("$ref", "#/components/schemas/" + schema);
  }

  /** Written by hand where code has no table; generated where it has one. */
  private static ObjectNode schemas() {
    ObjectNode schemas = (ObjectNode) resource();
    for (SettingKind kind : SettingKind.values()) {
      schemas.set("Setting." + kind.word(), SettingSchema.of(kind.shape().struct()));
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
    return schemas;
  }

  private static JsonNode resource() {
    try (InputStream in = OpenApi.class.getResourceAsStream("schemas.json")) {
      if (in == null) {
        throw new IllegalStateException("schemas.json is not in the jar");
      }
      return Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("schemas.json cannot be read", e);
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
