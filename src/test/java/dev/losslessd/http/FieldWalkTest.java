package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Each field of each request, given a value of another type or none of its words, is named. */
class FieldWalkTest {
  @TempDir Path folder;
  private RouteWalk walk;
  private JsonNode document = Json.object();

  @BeforeEach
  void start() {
    walk = new RouteWalk(folder);
    document = walk.rig.get("/openapi.json").json();
  }

  @AfterEach
  void stop() {
    walk.close();
  }

  @Test
  void everyBadParameterIsNamed() {
    List<String> wrong = new ArrayList<>();
    int count = 0;
    for (RouteOperation op : RouteOperation.all(document)) {
      for (JsonNode given : op.json().path("parameters")) {
        JsonNode parameter = resolved(given);
        JsonNode schema = resolved(parameter.path("schema"));
        boolean closed = schema.has("enum") || !schema.path("type").asString("").equals("string");
        if (parameter.path("in").asString().equals("query") && closed) {
          count++;
          String name = parameter.path("name").asString();
          String path = op.real() + "?" + name + "=no.such" + port(op, name);
          Wire.Reply reply = walk.send(op, path, walk.body(op), RouteWalk.TOKEN, "If-Match: *");
          judge(op.method() + " " + path, reply, name.replace("[]", ""), wrong);
        }
      }
    }
    System.out.println(count + " parameters of " + RouteOperation.all(document).size());
    assertThat(count).isGreaterThan(50);
    assertThat(String.join("\n", wrong)).isEmpty();
  }

  @Test
  void everyBadFieldOfABodyIsNamed() {
    List<String> wrong = new ArrayList<>();
    int count = 0;
    for (RouteOperation op : RouteOperation.all(document)) {
      JsonNode content = op.json().at("/requestBody/content");
      if (content.isMissingNode()) {
        continue;
      }
      JsonNode schema = content.path(content.propertyNames().iterator().next()).path("schema");
      for (JsonNode one : alternatives(resolved(schema))) {
        for (String name : one.path("properties").propertyNames()) {
          count++;
          ObjectNode body = Json.object();
          String valid = walk.body(op);
          if (!valid.isEmpty()) {
            Json.parse(valid.getBytes(StandardCharsets.UTF_8))
                .properties()
                .forEach(field -> body.set(field.getKey(), field.getValue()));
          }
          body.set(name, ofNoType(resolved(one.path("properties").path(name))));
          Wire.Reply reply =
              walk.send(op, op.real(), body.toString(), RouteWalk.TOKEN, "If-Match: *");
          judge(op.method() + " " + op.real() + " " + body, reply, name, wrong);
          walk.calm();
        }
      }
    }
    System.out.println(count + " fields of bodies");
    assertThat(count).isGreaterThan(100);
    assertThat(String.join("\n", wrong)).isEmpty();
  }

  /** The port without which some operations look at nothing else. */
  private String port(RouteOperation op, String besides) {
    StringBuilder more = new StringBuilder();
    for (JsonNode given : op.json().path("parameters")) {
      JsonNode parameter = resolved(given);
      String name = parameter.path("name").asString();
      if (parameter.path("in").asString().equals("query") && name.equals("port")) {
        more.append(name.equals(besides) ? "" : "&port=gpu01:ens1f0np0");
      }
    }
    return more.toString();
  }

  /** A value that no field takes: an object where it has none of its own, else a number. */
  private JsonNode ofNoType(JsonNode schema) {
    boolean object =
        alternatives(schema).stream()
            .anyMatch(one -> one.path("type").toString().contains("object"));
    return Json.parse((object ? "0.5" : "{\"no.such\":1}").getBytes(StandardCharsets.UTF_8));
  }

  private List<JsonNode> alternatives(JsonNode schema) {
    return schema.has("anyOf")
        ? schema.path("anyOf").valueStream().map(this::resolved).toList()
        : List.of(schema);
  }

  private JsonNode resolved(JsonNode given) {
    JsonNode schema = given;
    while (schema.has("$ref")) {
      schema = document.at(schema.path("$ref").asString().substring(1));
    }
    return schema;
  }

  private static void judge(String what, Wire.Reply reply, String name, List<String> wrong) {
    List<String> fields =
        reply.status() == 400
            ? Json.parse(reply.body().getBytes(StandardCharsets.UTF_8))
                .path("errors")
                .valueStream()
                .map(error -> error.path("field").asString())
                .toList()
            : List.of();
    String named = "(.*\\.)?" + Pattern.quote(name) + "([.\\[].*)?";
    if (fields.stream().noneMatch(field -> field.matches(named))) {
      wrong.add(what + ": " + reply.status() + " " + reply.body());
    }
  }
}
