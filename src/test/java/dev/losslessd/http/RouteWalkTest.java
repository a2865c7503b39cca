package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every status of every operation of the OpenAPI document is brought about, and is as it says. */
class RouteWalkTest {
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
  void everyDocumentedStatusIsAnsweredAsDocumented() {
    Contract contract = new Contract(document);
    List<String> wrong = new ArrayList<>();
    int count = 0;
    for (RouteWalk.Operation op : RouteWalk.operations(document)) {
      for (String status : op.json().path("responses").propertyNames()) {
        if (!status.equals("default")) {
          count++;
          check(op, Integer.parseInt(status), contract, wrong);
        }
      }
    }
    System.out.println(
        RouteWalk.operations(document).size() + " operations, " + count + " documented answers");
    assertThat(String.join("\n", wrong)).isEmpty();
  }

  private void check(RouteWalk.Operation op, int status, Contract contract, List<String> wrong) {
    Wire.Reply reply = walk.provoke(op, status);
    String what = op.method() + " " + op.path() + " " + status + ": ";
    if (reply.status() != status) {
      wrong.add(what + "was " + reply.status() + " " + reply.body());
      return;
    }
    JsonNode described = op.json().path("responses").path(String.valueOf(status));
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
    }
  }
}
