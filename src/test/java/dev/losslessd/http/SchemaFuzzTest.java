package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Requests made at random of the OpenAPI document: none is a failure of the daemon, none hangs, and
 * each that is refused says which field is wrong. {@code -Dfuzz.seconds=60} is the campaign, {@code
 * -Dfuzz.seed} another run.
 */
class SchemaFuzzTest {
  private static final long SECONDS = Long.getLong("fuzz.seconds", 3);
  private static final long SEED = Long.getLong("fuzz.seed", 20_261_127);

  /** Requests on a machine that is slow. */
  private static final int FEWEST = 400;

  private static final long LONGEST_NANOS = 10_000_000_000L;

  private static final List<String> INTERNALS =
      List.of(
          "jackson",
          "Exception",
          "java.",
          "dev.losslessd.",
          "For input string",
          "No enum constant",
          "through reference chain",
          "[Source:",
          "null pointer");

  @TempDir Path folder;

  @Test
  void randomRequestsAreAnsweredOrRefusedByField() {
    Map<Integer, Integer> seen = new TreeMap<>();
    try (RouteWalk walk = new RouteWalk(folder)) {
      JsonNode document = walk.rig.get("/openapi.json").json();
      Contract contract = new Contract(document);
      SchemaFuzz fuzz = new SchemaFuzz(document, SEED);
      List<RouteOperation> operations = RouteOperation.all(document);
      long begin = System.nanoTime();
      long slowest = 0;
      for (int n = 0; n < FEWEST || System.nanoTime() - begin < SECONDS * 1_000_000_000L; n++) {
        RouteOperation op =
            operations.get((int) (Integer.toUnsignedLong(n * 0x9e3779b9) % operations.size()));
        String path = fuzz.path(op);
        String body = fuzz.body(op);
        long asked = System.nanoTime();
        Wire.Reply reply =
            walk.send(op, path, body, RouteWalk.TOKEN, "If-Match: *", "Prefer: wait=0");
        slowest = Math.max(slowest, System.nanoTime() - asked);
        String what =
            op.method() + " " + path + " " + body + "\n" + reply.status() + " " + reply.body();
        seen.merge(reply.status(), 1, Integer::sum);
        judge(op, reply, contract, what);
        if (n % 25 == 0) {
          walk.calm();
        }
      }
      System.out.println(
          SECONDS
              + " s, seed "
              + SEED
              + ": "
              + seen
              + ", slowest "
              + slowest / 1_000_000
              + " ms, unexpected errors "
              + walk.rig.counts.of(HttpCounts.Event.UNEXPECTED));
      assertThat(walk.rig.counts.of(HttpCounts.Event.UNEXPECTED)).isZero();
      assertThat(slowest).isLessThan(LONGEST_NANOS);
      assertThat(seen.keySet()).contains(200, 202, 400, 404);
    }
  }

  private static void judge(RouteOperation op, Wire.Reply reply, Contract contract, String what) {
    assertThat(reply.status()).as(what).isNotEqualTo(500).isNotZero();
    if (!reply.headers().getOrDefault("Content-Type", "").contains("json")
        || reply.body().isEmpty()) {
      return;
    }
    JsonNode body = Json.parse(reply.body().getBytes(StandardCharsets.UTF_8));
    if (reply.status() < 400) {
      assertThat(contract.violations(op.method(), op.path(), reply.status(), body))
          .as(what)
          .isEmpty();
      return;
    }
    assertThat(contract.violations("Problem", body)).as(what).isEmpty();
    assertThat(reply.body()).as(what).doesNotContain(INTERNALS);
    assertThat(body.path("detail").asString()).as(what).isNotBlank();
    if (body.path("type").asString().endsWith("/bad-input")) {
      assertThat(body.at("/errors/0/field").asString()).as(what).isNotBlank();
    }
  }
}
