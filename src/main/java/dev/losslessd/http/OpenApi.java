package dev.losslessd.http;

import dev.losslessd.model.Role;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The route table as OpenAPI 3.1. */
record OpenApi(JsonNode examples) {
  private static final Pattern PARAM = Pattern.compile("\\{([a-z]+)}");
  private static final String DESCRIPTION = "description";
  private static final String JSON = "application/json";
  private static final String RESPONSES = "#/components/responses/";

  /** The problem that no status is documented for. */
  private static final String OTHER = "OtherProblem";

  private static final String PROBLEM = "application/problem+json";

  private static final Map<String, String> TAGS =
      new TreeMap<>(
          Map.of(
              "commits", "Plans, and the commits that they become",
              "daemon", "The daemon itself: status, probes, metrics, freeze",
              "devices", "Hosts and switches, their NICs, links and counters",
              "events", "What happens, as it happens",
              "findings", "What is wrong, and settings that drifted",
              "intent", "What is wanted, and its revisions",
              "maintenance", "Devices and ports that people work on",
              "ports", "Ports and their settings",
              "tokens", "Access tokens: name, role, devices, end"));

  /** In the order of their names, the same in every run. */
  private static final Map<String, String> HEADERS =
      new TreeMap<>(
          Map.of(
              "ETag", "changes with the body; begins with the version of what is wanted",
              "Location", "the commit",
              "Preference-Applied", "wait=SECONDS, where the request's Prefer had it",
              "Retry-After", "in seconds",
              "WWW-Authenticate", "Bearer"));

  private static final Map<String, String> PATHS =
      Map.of(
          "device", "name of a host or switch: gpu01",
          "port", "the port's own name; its slashes as they are, or as %2F: ens1f0np0, Ethernet1/7",
          "id", "of a commit: c-000017; of a token: t-0a1b2c3d",
          "number", "of a revision; 0 is before the first");

  static ObjectNode document(List<Route> table, String version) {
    return new OpenApi(OpenApiSchemas.resource("examples.json")).describe(table, version);
  }

  private ObjectNode describe(List<Route> table, String version) {
    ObjectNode json = Json.object().put("openapi", "3.1.0");
    info(json.putObject("info"), version);
    json.putArray("servers").addObject().put("url", "/");
    ArrayNode tags = json.putArray("tags");
    TAGS.forEach((name, text) -> tags.addObject().put("name", name).put(DESCRIPTION, text));
    ObjectNode paths = json.putObject("paths");
    for (Route route : table) {
      ObjectNode path = paths.withObjectProperty(route.documentPath());
      path.set(route.method().toLowerCase(Locale.ROOT), operation(route));
    }
    components(json.putObject("components"));
    return json;
  }

  private void components(ObjectNode components) {
    components.set("schemas", OpenApiSchemas.all());
    ObjectNode responses = components.putObject("responses");
    for (ProblemStatus one : ProblemStatus.values()) {
      ObjectNode json = problem(responses, one.component(), one.meaning());
      ProblemStatus.header(one.status()).ifPresent(name -> header(json, name));
    }
    problem(responses, OTHER, "Another problem (RFC 9457); 429 and 503 may pass in a second");
    ObjectNode shown = components.putObject("examples");
    examples
        .propertyNames()
        .forEach(name -> shown.putObject(name).set("value", examples.get(name)));
    ObjectNode headers = components.putObject("headers");
    HEADERS.forEach((name, text) ->
        headers
            .putObject(name)
            .put(DESCRIPTION, text)
            .putObject("schema")
            .put("type", name.equals("Retry-After") ? "integer" : "string"));
    ObjectNode token = components.putObject("securitySchemes").putObject("token");
    token.put("type", "http").put("scheme", "bearer");
  }

  private static void info(ObjectNode info, String version) {
    info.put("title", "losslessd")
        .put("version", version)
        .put(
            DESCRIPTION,
            "Reads are free on loopback; writes need the Unix socket or the bearer token. Lists"
                + " come in pages: next of an answer is the cursor of the following one. Every"
                + " error is a problem (RFC 9457) that names each wrong field.");
    info.putObject("contact").put("name", "losslessd").put("url", "https://losslessd.dev");
    info.putObject("license").put("name", "Apache-2.0").put("identifier", "Apache-2.0");
  }

  private ObjectNode operation(Route route) {
    ObjectNode json =
        Json.object()
            .put("operationId", OperationNames.of(route))
            .put("summary", route.summary())
            .put(DESCRIPTION, route.summary() + ".");
    json.putArray("tags").add(OperationNames.tag(route));
    ArrayNode params = parameters(route);
    if (!params.isEmpty()) {
      json.set("parameters", params);
    }
    String body = route.body();
    if (body != null) {
      ObjectNode request = json.putObject("requestBody").put("required", route.bodyRequired());
      content(request, route.bodyType(), body, true);
    }
    responses(json.putObject("responses"), route);
    ArrayNode security = json.putArray("security");
    Role role = route.role();
    if (role == null || role == Role.VIEWER) {
      security.addObject();
    }
    if (role != null) {
      security.addObject().putArray("token").add(role.word());
    }
    return json;
  }

  private void responses(ObjectNode responses, Route route) {
    for (ProblemStatus one : ProblemStatus.of(route)) {
      responses.putObject(String.valueOf(one.status())).put("$ref", RESPONSES + one.component());
    }
    responses.putObject("default").put("$ref", RESPONSES + OTHER);
    for (Route.Reply reply : route.replies()) {
      ObjectNode json = responses.putObject(String.valueOf(reply.status()));
      json.put(DESCRIPTION, reply.description());
      if (!reply.schema().isEmpty()) {
        content(json, JSON, reply.schema(), reply.status() == 200);
      }
      if (!reply.streamed().isEmpty()) {
        stream(json.withObjectProperty("content"), reply.streamed());
      }
      headers(json, route, reply);
    }
  }

  private void headers(ObjectNode json, Route route, Route.Reply reply) {
    boolean tagged = route.params().stream().anyMatch(param -> param.name().endsWith("-Match"));
    boolean begins = reply.status() == 202;
    if (tagged && !begins) {
      header(json, "ETag");
    }
    if (begins) {
      header(json, "Location");
    }
    if (route.params().stream().anyMatch(param -> param.name().equals("Prefer"))) {
      header(json, "Preference-Applied");
    }
    ProblemStatus.header(reply.status()).ifPresent(name -> header(json, name));
  }

  private static void header(ObjectNode reply, String name) {
    reply.withObjectProperty("headers").putObject(name).put("$ref", "#/components/headers/" + name);
  }

  private ObjectNode problem(ObjectNode responses, String name, String meaning) {
    ObjectNode json = responses.putObject(name).put(DESCRIPTION, meaning);
    ObjectNode content = json.putObject("content").putObject(PROBLEM);
    content.set("schema", OpenApiSchemas.ref("Problem"));
    return json;
  }

  private void example(ObjectNode content, String name) {
    if (examples.has(name)) {
      content.putObject("examples").putObject("usual").put("$ref", "#/components/examples/" + name);
    }
  }

  /**
   * @param schemas with bars between
   * @param shown with an example: of one schema, as checks of the document take long for each
   */
  private void content(ObjectNode of, String type, String schemas, boolean shown) {
    ObjectNode content = of.putObject("content").putObject(type);
    String[] names = schemas.split("\\|");
    if (names.length == 1) {
      content.set("schema", OpenApiSchemas.ref(schemas));
    } else {
      ArrayNode any = content.putObject("schema").putArray("anyOf");
      List.of(names).forEach(name -> any.add(OpenApiSchemas.ref(name)));
    }
    if (shown && names.length == 1) {
      example(content, schemas);
    }
  }

  /** OpenAPI 3.1 has no words for the parts of a stream; its text is described. */
  private static void stream(ObjectNode content, String schema) {
    content
        .putObject(EventRoutes.STREAM)
        .putObject("schema")
        .put("type", "string")
        .put(
            DESCRIPTION,
            "id, event and data of each (HTML standard, server-sent events). event is the kind, and"
                + " data a value of "
                + schema
                + "; where event is lost, it is one of EventsLost")
        .put("contentMediaType", EventRoutes.STREAM);
  }

  private static ArrayNode parameters(Route route) {
    ArrayNode params = Json.array();
    Matcher inPath = PARAM.matcher(route.documentPath());
    while (inPath.find()) {
      String name = inPath.group(1);
      params
          .addObject()
          .put("name", name)
          .put("in", "path")
          .put("required", true)
          .put(DESCRIPTION, PATHS.getOrDefault(name, name))
          .putObject("schema")
          .put("type", "string");
    }
    for (Route.Param param : route.params()) {
      ObjectNode json =
          params
              .addObject()
              .put("name", param.name())
              .put("in", param.in())
              .put("required", param.required())
              .put(DESCRIPTION, param.description());
      ObjectNode schema = json.putObject("schema");
      if (Query.isList(param.name())) {
        schema.put("type", "array");
        schema = schema.putObject("items");
      }
      schema.put("type", param.type());
      if (!param.words().isEmpty()) {
        param.words().forEach(schema.putArray("enum")::add);
      }
    }
    return params;
  }
}
