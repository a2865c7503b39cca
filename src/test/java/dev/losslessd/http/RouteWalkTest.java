package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.losslessd.house.GoldenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every status of every operation of the OpenAPI document is brought about, and is as it says. */
class RouteWalkTest {
  private static final Path EXAMPLES =
      Path.of("src/main/resources/dev/losslessd/http/examples.json");
  private static final int LARGEST = 6000;

  /** Schemas of answers that are too large to be shown. */
  private static final Set<String> FREE = Set.of("OpenApi", "Port", "Intent");

  private final Map<String, JsonNode> kept = new TreeMap<>();

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
  void everyDocumentedStatusIsAnsweredAsDocumented() throws IOException {
    Contract contract = new Contract(document);
    List<String> wrong = new ArrayList<>();
    int count = 0;
    for (RouteOperation op : RouteOperation.all(document)) {
      for (String status : op.json().path("responses").propertyNames()) {
        if (!status.equals("default")) {
          count++;
          check(op, Integer.parseInt(status), contract, wrong);
        }
      }
    }
    System.out.println(
        RouteOperation.all(document).size() + " operations, " + count + " documented answers");
    assertThat(String.join("\n", wrong)).isEmpty();
    if (GoldenFile.writes()) {
      ObjectNode all = Json.object();
      kept.forEach(all::set);
      Files.writeString(EXAMPLES, all.toPrettyString() + "\n");
    }
  }

  /** Real answers and requests are the examples of the document. */
  private void keep(RouteOperation op, int status, Wire.Reply reply, JsonNode body) {
    if (status >= 300) {
      return;
    }
    schemas(op.json().at("/responses/" + status + "/content/application~1json/schema"))
        .filter(name -> reply.body().length() < LARGEST)
        .filter(name -> new Contract(document).violations(name, body).isEmpty())
        .forEach(name -> kept.merge(name, body, RouteWalkTest::richer));
    String sent = walk.body(op);
    JsonNode request = op.json().at("/requestBody/content");
    if (status < 300 && !sent.isEmpty() && request.isObject()) {
      schemas(request.path(request.propertyNames().iterator().next()).path("schema"))
          .forEach(
              name -> kept.putIfAbsent(name, Json.parse(sent.getBytes(StandardCharsets.UTF_8))));
    }
  }

  private static JsonNode richer(JsonNode one, JsonNode other) {
    return one.path("items").isArray() && one.path("items").isEmpty() ? other : one;
  }

  private static Stream<String> schemas(JsonNode schema) {
    return Stream.concat(Stream.of(schema), schema.path("anyOf").valueStream())
        .map(one -> one.path("$ref").asString(""))
        .filter(ref -> !ref.isEmpty())
        .map(ref -> ref.substring(ref.lastIndexOf('/') + 1));
  }

  @Test
  void everyExampleIsAsItsSchemaSaysAndBodiesHaveOne() {
    assumeFalse(
        GoldenFile.writes(), "still serves the examples of before; run it without -Dgolden");
    Contract contract = new Contract(document);
    JsonNode examples = document.at("/components/examples");
    for (String name : examples.propertyNames()) {
      assertThat(contract.violations(name, examples.path(name).path("value")))
          .as(name + ": " + GoldenFile.rewritten(EXAMPLES))
          .isEmpty();
    }
    for (RouteOperation op : RouteOperation.all(document)) {
      for (String at : List.of("/requestBody", "/responses/200")) {
        JsonNode content = op.json().at(at + "/content/application~1json");
        boolean free =
            content.at("/schema/$ref").isMissingNode()
                || schemas(content.path("schema")).anyMatch(FREE::contains);
        assertThat(free || content.has("examples"))
            .as(op.id() + " has no example: " + GoldenFile.rewritten(EXAMPLES))
            .isTrue();
      }
    }
  }

  private void check(RouteOperation op, int status, Contract contract, List<String> wrong) {
    Wire.Reply reply = walk.provoke(op, status);
    String what = op.method() + " " + op.path() + " " + status + ": ";
    if (reply.status() != status) {
      wrong.add(what + "was " + reply.status() + " " + reply.body());
      return;
    }
    JsonNode described =
        contract.resolved(op.json().path("responses").path(String.valueOf(status)));
    for (String header : described.path("headers").propertyNames()) {
      boolean always =
          !header.equals("Preference-Applied") && !(op.isWrite() && header.equals("ETag"));
      if (always && !reply.headers().containsKey(header)) {
        wrong.add(what + "has no " + header);
      }
    }
    if (reply.headers().getOrDefault("Content-Type", "").contains("json")) {
      JsonNode body = Json.parse(reply.body().getBytes(StandardCharsets.UTF_8));
      contract
          .violations(op.method(), op.path(), status, body)
          .forEach(violation -> wrong.add(what + violation));
      keep(op, status, reply, body);
    }
  }
}
