package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests of the REST resource for maintenance. */
class MaintenanceApiTest extends OnRig {
  private static final String ALL = "/api/v1/maintenance";
  private static final String HOST = ALL + "/gpu01";
  private static final String TWO_HOURS = "{\"for\":\"2h\",\"reason\":\"new cables\"}";

  @Test
  void aHostIsInMaintenanceUntilTheEnd() {
    Rig.Reply put = rig.put(Rig.PORT + "/pfc", "{\"lossless\":[3]}");

    Rig.Reply begun = put(HOST, TWO_HOURS);

    assertThat(begun.status()).isEqualTo(200);
    assertThat(begun.text("device")).isEqualTo("gpu01");
    assertThat(begun.text("until")).isEqualTo("2026-03-01T12:00:00Z");
    assertThat(begun.text("actor")).isEqualTo("token@127.0.0.1");
    assertThat(begun.json().at("/openCommits/0").asString()).isEqualTo(put.text("id"));
    assertThat(rig.get(ALL).json().at("/items/0/reason").asString()).isEqualTo("new cables");
    assertThat(rig.get("/api/v1/status").json().at("/maintenance/0/device").asString())
        .isEqualTo("gpu01");

    rig.now = rig.now.plus(Duration.ofHours(2));
    assertThat(rig.get(ALL).json().path("items").isEmpty()).isTrue();
  }

  @Test
  void aPlanThereIsRefusedWithTheReasonAndTheEnd() {
    put(ALL + "/gpu01/Ethernet1/7", TWO_HOURS);

    Rig.Reply refused = rig.put("/api/v1/ports/gpu01/Ethernet1/7/pfc", "{\"lossless\":[3]}");

    assertThat(refused.status()).isEqualTo(422);
    JsonNode refusal = refused.json().at("/plan/refusals/0");
    assertThat(refusal.path("rule").asString()).isEqualTo("maintenance");
    assertThat(refusal.path("reason").asString())
        .isEqualTo("gpu01:Ethernet1/7 is in maintenance until 2026-03-01T12:00:00Z: new cables");
    assertThat(rig.put(Rig.PORT + "/pfc", "{\"lossless\":[3]}").status()).isEqualTo(202);
  }

  @Test
  void aDeleteEndsItBeforeItsTime() {
    put(HOST, TWO_HOURS);

    Rig.Reply ended = delete(HOST);

    assertThat(ended.status()).isEqualTo(200);
    assertThat(ended.json().path("items").isEmpty()).isTrue();
    assertThat(delete(HOST).status()).isEqualTo(404);
    assertThat(rig.put(Rig.PORT + "/pfc", "{\"lossless\":[3]}").status()).isEqualTo(202);
  }

  @Test
  void everyWrongFieldIsToldAtOnce() {
    Rig.Reply long73 = put(HOST, "{\"for\":\"73h\",\"reasn\":\"x\"}");

    assertThat(long73.status()).isEqualTo(400);
    assertThat(long73.errorFields()).containsExactly("for", "reason", "reasn");
    assertThat(long73.json().at("/errors/0/message").asString())
        .isEqualTo("is '73h', expected 1s..72h like 600s, 10m or 1h");
    assertThat(put(HOST, "{\"for\":\"72h\",\"reason\":\"x\"}").status()).isEqualTo(200);
    assertThat(put(ALL + "/gpu02", TWO_HOURS).text("detail")).contains("no device gpu02 here");
    assertThat(put(ALL + "/gpu01/eth9", TWO_HOURS).text("detail"))
        .contains("no port gpu01:eth9 here");
  }

  @Test
  void onlyANamedActorMaySaySo() {
    assertThat(rig.send(rig.request("PUT", HOST, TWO_HOURS)).status()).isEqualTo(401);
    put(HOST, TWO_HOURS);
    assertThat(rig.send(rig.request("DELETE", HOST, "")).status()).isEqualTo(401);
    assertThat(rig.get(ALL).json().path("items").size()).isEqualTo(1);
  }

  private Rig.Reply put(String path, String body) {
    return rig.send(Rig.withToken(rig.request("PUT", path, body)));
  }

  private Rig.Reply delete(String path) {
    return rig.send(Rig.withToken(rig.request("DELETE", path, "")));
  }
}
