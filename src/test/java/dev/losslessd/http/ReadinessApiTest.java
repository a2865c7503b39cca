package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The answers of a host's checks, as the daemon saw them last. */
class ReadinessApiTest {
  @TempDir Path folder;

  @Test
  void beforeTheFirstLookNothingIsKnown() {
    try (Rig rig = new Rig(folder)) {
      JsonNode json = rig.get("/api/v1/readiness").json();

      assertThat(json.path("answer").asString()).isEqualTo("unknown");
      assertThat(json.path("at").isNull()).isTrue();
    }
  }

  @Test
  void eachAnswerHasWhatBelongsToIt() {
    try (Rig rig = new Rig(folder)) {
      RouteWalkFacts.tell(rig);

      JsonNode json = rig.get("/api/v1/readiness").json();
      assertThat(json.path("answer").asString()).isEqualTo("not");
      for (JsonNode one : json.path("checks")) {
        switch (one.path("answer").asString()) {
          case "ok" -> assertThat(one.path("value").asString()).isNotEmpty();
          case "not" -> {
            assertThat(one.path("expected").asString()).isNotEmpty();
            assertThat(one.path("source").asString()).isNotEmpty();
          }
          default -> assertThat(one.path("why").asString()).isNotEmpty();
        }
      }
      assertThat(json.at("/checks/1/check").asString()).isEqualTo("rate");
      assertThat(json.at("/checks/1/answer").asString()).isEqualTo("not");
      assertThat(json.at("/checks/1/expected").asString()).isEqualTo("800 Gb/s");
    }
  }
}
