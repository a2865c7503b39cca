package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthApiTest {
  @TempDir Path folder;

  @Test
  void aLoopThatHangsIsNamedWithA503() {
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.get("/healthz").status()).isEqualTo(200);
      rig.stalled.add("the alarm loop has not turned for 31 s");

      Rig.Reply reply = rig.get("/healthz");

      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text("status")).isEqualTo("stalled");
      assertThat(reply.json().at("/reasons/0").asString()).contains("alarm loop");
      rig.stalled.clear();
      assertThat(rig.get("/healthz").response().body()).isEqualTo("{\"status\":\"ok\"}");
    }
  }

  @Test
  void aPageThatCannotBeMadeIsNotReady() {
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.get("/readyz").status()).isEqualTo(200);
      rig.page = "BROKEN";
      assertThat(rig.get("/metrics").status()).isEqualTo(500);

      Rig.Reply reply = rig.get("/readyz");

      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.json().at("/reasons/0").asString()).contains("/metrics cannot be made");
    }
  }
}
