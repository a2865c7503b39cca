package dev.losslessd.http;

import static dev.losslessd.house.ReferencePage.coded;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.ReferencePage;
import dev.losslessd.model.SettingKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every route and every shape of its answers is on the reference page, as OpenAPI has it. */
class RestReferenceTest {
  private static final String DESCRIPTION = "description";

  @TempDir private Path folder;

  private final ReferencePage page = new ReferencePage("rest", "REST, route by route");
  private JsonNode document = Json.object();

  @Test
  void thePageIsWhatTheCodeSays() {
    try (Rig rig = new Rig(folder)) {
      document = rig.get("/openapi.json").json();
    }
    begin();
    document.path("tags").forEach(this::tag);
    bodies();
    page.check();
  }

  @Test
  void everyFieldSaysWhatItMeans() {
    try (Rig rig = new Rig(folder)) {
      document = rig.get("/openapi.json").json();
    }
    JsonNode schemas = document.at("/components/schemas");
    TreeSet<String> silent = new TreeSet<>();
    schemas.properties().forEach(one -> silent(one.getKey(), one.getValue(), schemas, silent));
    assertThat(silent)
        .as(
            "fields without a description, which src/main/resources/.../http/schemas.json may give"
                + " under fields")
        .isEmpty();
  }

  private static void silent(
      String schema, JsonNode node, JsonNode schemas, TreeSet<String> silent) {
    for (var one : node.path("properties").properties()) {
      String ref = one.getValue().path("$ref").asString("").replace(SchemaText.SCHEMAS, "");
      boolean told = one.getValue().has(DESCRIPTION) || schemas.path(ref).has(DESCRIPTION);
      boolean named = SettingKind.ofWord(one.getKey()).isPresent();
      if (!told && !named && !schema.startsWith("Setting.")) {
        silent.add(schema + "." + one.getKey());
      }
    }
    node.values().forEach(inner -> silent(schema, inner, schemas, silent));
  }

  private void begin() {
    page.paragraph(
        document.at("/info/description").asString()
            + " For programs the same is `/openapi.json` (OpenAPI 3.1), of which clients can be"
            + " made. How it is asked with curl is in [examples](../how-to/examples/README.md).");
    page.paragraph(
        "`{setting}` is the word of a setting, and one route for each: "
            + SettingKind.words()
            + ".");
    page.heading(2, "Problems and headers");
    page.table("Status", "Means");
    described("responses").forEach((name, text) -> page.row(status(name), text));
    page.table("Header", "Means");
    described("headers").forEach((name, text) -> page.row(coded(name), text));
  }

  private Map<String, String> described(String components) {
    Map<String, String> all = new LinkedHashMap<>();
    document
        .at("/components/" + components)
        .properties()
        .forEach(one -> all.put(one.getKey(), one.getValue().path(DESCRIPTION).asString()));
    return all;
  }

  private static String status(String component) {
    for (ProblemStatus one : ProblemStatus.values()) {
      if (one.component().equals(component)) {
        return String.valueOf(one.status());
      }
    }
    return "other";
  }

  private void tag(JsonNode tag) {
    String name = tag.path("name").asString();
    page.heading(2, name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));
    page.paragraph(tag.path(DESCRIPTION).asString() + ".");
    Map<String, ReferencePage> parts = new LinkedHashMap<>();
    for (var path : document.path("paths").properties()) {
      for (var one : path.getValue().properties()) {
        if (one.getValue().at("/tags/0").asString().equals(name)) {
          String route = one.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
          part(parts, route, text -> operation(text, route, one.getValue()));
        }
      }
    }
    assertThat(parts).as("routes of " + name).isNotEmpty();
    parts.values().forEach(page::add);
  }

  private void bodies() {
    page.heading(2, "Bodies");
    page.paragraph(
        "Names are as in JSON: `a.b` is `b` in the object `a`, `a[]` is each item of a list,"
            + " `a.*` is each value of an object with any names. What has a question mark may be"
            + " absent.");
    Map<String, ReferencePage> parts = new LinkedHashMap<>();
    document
        .at("/components/schemas")
        .properties()
        .forEach(one -> {
          if (one.getKey().startsWith("Setting.")) {
            parts.put(one.getKey(), new SchemaText("").part(one.getKey(), one.getValue()));
          } else {
            part(parts, one.getKey(), text -> text.part(one.getKey(), one.getValue()));
          }
        });
    parts.values().forEach(page::add);
  }

  /** What is the same for every setting is told once. */
  private static void part(
      Map<String, ReferencePage> parts, String name, Function<SchemaText, ReferencePage> make) {
    String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('.')) + 1);
    SchemaText text = new SchemaText(SettingKind.ofWord(last).map(SettingKind::word).orElse(""));
    ReferencePage part = make.apply(text);
    ReferencePage first = parts.putIfAbsent(text.general(name), part);
    if (first != null) {
      assertThat(part.text()).as(name + " is told together with others").isEqualTo(first.text());
    }
  }

  private static ReferencePage operation(SchemaText text, String name, JsonNode operation) {
    ReferencePage part = new ReferencePage();
    part.heading(3, coded(text.general(name)));
    part.paragraph(text.general(operation.path(DESCRIPTION).asString()) + " " + needs(operation));
    JsonNode body = operation.path("requestBody");
    if (!operation.path("parameters").isEmpty() || !body.isMissingNode()) {
      part.table("Takes", "Type", "Meaning");
      operation.path("parameters").forEach(one -> parameter(part, text, one));
      String required = body.path("required").asBoolean(false) ? ", required" : "";
      body.path("content")
          .properties()
          .forEach(one ->
              part.row(
                  "body" + required,
                  text.type(one.getValue().path("schema")),
                  coded(one.getKey())));
    }
    answers(part, text, operation.path("responses"));
    return part;
  }

  /** The security of an operation in words; a role where one is needed. */
  private static String needs(JsonNode operation) {
    List<String> roles =
        operation
            .path("security")
            .valueStream()
            .flatMap(one -> one.path("token").valueStream())
            .map(JsonNode::asString)
            .distinct()
            .toList();
    boolean free = operation.path("security").valueStream().anyMatch(JsonNode::isEmpty);
    String role = roles.isEmpty() ? "" : " Role: " + String.join(", ", roles) + ".";
    return free ? "Free on loopback." + role : "Needs the Unix socket or a token." + role;
  }

  private static void parameter(ReferencePage part, SchemaText text, JsonNode one) {
    String in = one.path("in").asString();
    String required = one.path("required").asBoolean() && !in.equals("path") ? ", required" : "";
    part.row(
        in + " " + coded(one.path("name").asString()) + required,
        text.type(one.path("schema")),
        one.path(DESCRIPTION).asString());
  }

  private static void answers(ReferencePage part, SchemaText text, JsonNode responses) {
    part.table("Answers", "Body", "Meaning");
    List<String> problems = new ArrayList<>();
    responses
        .properties()
        .forEach(one -> {
          JsonNode reply = one.getValue();
          if (reply.has("$ref")) {
            problems.add(one.getKey());
          } else {
            part.row(one.getKey(), types(text, reply), reply.path(DESCRIPTION).asString());
          }
        });
    problems.remove("default");
    String problem = text.type(Json.object().put("$ref", SchemaText.SCHEMAS + "Problem"));
    part.row(String.join(", ", problems), problem, "[above](#problems-and-headers)");
  }

  private static String types(SchemaText text, JsonNode reply) {
    return reply
        .path("content")
        .valueStream()
        .map(one -> text.type(one.path("schema")))
        .collect(Collectors.joining(", "));
  }
}
