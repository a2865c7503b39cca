package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may not do what they ask for is in the audit, though the engine was never asked. */
class DeniedWritesTest {
  private static final String PFC = Rig.PORT + "/pfc";

  @TempDir Path folder;

  @Test
  void theAuditHasWhoWantedWhatAndWhyNot() throws IOException {
    try (Rig rig = new Rig(folder)) {
      Wire tcp = Wire.tcp(rig.server.port());
      String viewer = rig.bearer("v", Role.VIEWER);
      String other = rig.bearer("e", Role.OPERATOR, "spine*");

      assertThat(tcp.send("POST", "/api/v1/freeze", "", viewer).status()).isEqualTo(403);
      String json = "Content-Type: application/json";
      assertThat(tcp.send("PUT", PFC, "{\"lossless\":[3]}", other, json, "If-Match: *").status())
          .isEqualTo(403);
      assertThat(tcp.send("GET", "/api/v1/tokens", "", viewer).status()).isEqualTo(403);
      assertThat(tcp.send("POST", "/api/v1/freeze", "").status()).isEqualTo(401);

      assertThat(rig.denied.lines)
          .containsExactly(
              "token:v@127.0.0.1 POST /api/v1/freeze: token:v has the role viewer, expected admin",
              "token:e@127.0.0.1 PUT "
                  + PFC
                  + ": gpu01 is outside the scope of token:e, expected spine*");
    }
  }

  @Test
  void oneCallerFillsNoDiskAndHidesNoOther() {
    long[] nanos = {Long.MAX_VALUE - 1_000};
    List<String> audit = new ArrayList<>();
    DeniedWrites denied = new DeniedWrites(() -> nanos[0], (actor, _) -> audit.add(actor));
    Caller loud = Caller.peer("uid:1");
    ProblemException no = new ProblemException(Problem.notAllowed("no"));

    for (int i = 0; i < 100; i++) {
      denied.tell(loud, "POST", "/api/v1/freeze", no);
    }
    denied.tell(Caller.peer("uid:2"), "POST", "/api/v1/freeze", no);
    denied.tell(Caller.peer("uid:3"), "POST", "/x", new ProblemException(Problem.notFound("no")));
    assertThat(audit).hasSize(61).endsWith("uid:2");

    nanos[0] += Duration.ofHours(1).toNanos() + 1;
    denied.tell(loud, "POST", "/api/v1/freeze", no);
    assertThat(audit).hasSize(62);
  }
}
