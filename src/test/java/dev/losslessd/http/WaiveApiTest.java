package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of rules waived by name, with a reason. */
class WaiveApiTest extends OnRig {
  private static final String PFC = "/api/v1/ports/gpu01/ens1f0np0/pfc";
  private static final String THREE =
      """
      {"changes":[{"port":"gpu01:ens1f0np0","setting":"pfc","value":{"lossless":[1,2,3]}}]%s}\
      """;

  @Test
  void aWaivedRuleIsInThePlanWithItsReasonAndTheCommitBegins() {
    Rig.Reply refused = rig.post("/api/v1/commits", THREE.formatted(""));
    Rig.Reply begun =
        rig.post(
            "/api/v1/commits",
            THREE.formatted(",\"waive\":{\"too-many-lossless\":\"new firmware has four\"}"));

    assertThat(refused.status()).isEqualTo(422);
    assertThat(begun.status()).isEqualTo(202);
    assertThat(begun.json().at("/plan/refusals").size()).isZero();
    assertThat(begun.json().at("/plan/waived/0/rule").asString()).isEqualTo("too-many-lossless");
    assertThat(begun.json().at("/plan/waived/0/reason").asString())
        .isEqualTo("3 lossless priorities, this port has 2");
    assertThat(begun.json().at("/plan/waived/0/because").asString())
        .isEqualTo("new firmware has four");
  }

  @Test
  void aQueryMayWaiveSeveralRules() {
    Rig.Reply plan =
        rig.put(
            PFC
                + "?dryRun=true&waive=too-many-lossless:four%20queues:%20really"
                + "&waive=headroom:short%20cable",
            "{\"lossless\":[1,2,3]}");

    assertThat(plan.status()).as(plan.json().toString()).isEqualTo(200);
    assertThat(plan.json().at("/waived").size()).isEqualTo(1);
    assertThat(plan.json().at("/waived/0/because").asString()).isEqualTo("four queues: really");
  }

  @Test
  void whatCannotBeWaivedIsNamedWithWhatCan() {
    assertThat(error("\"range\":\"x\"")).startsWith("'range' cannot be waived; expected one of ");
    assertThat(error("\"headrom\":\"x\""))
        .isEqualTo(
            "'headrom' is no rule; expected one of ecn-after-pfc, headroom, dscp-elsewhere,"
                + " one-end, pause-with-pfc, cnp-not-strict, too-many-lossless, two-dcb-sources,"
                + " second-writer, left-shut, window, limits");
    assertThat(error("\"busy\":\"x\""))
        .startsWith("'busy' is not waived but accepted, by whileBusy;");
    assertThat(error("\"headroom\":\" \"")).isEqualTo("has no reason, expected one line of text");
    assertThat(error("\"headroom\":7")).isEqualTo("is 7, expected a string");
    assertThat(error("\"headroom\":\"a\\nb\"")).contains("control character");
    Rig.Reply query = rig.put(PFC + "?waive=headroom", "{\"lossless\":[3]}");
    assertThat(query.status()).isEqualTo(400);
    assertThat(query.json().at("/errors/0/message").asString())
        .isEqualTo("is 'headroom', expected rule:reason");
  }

  private String error(String waive) {
    Rig.Reply reply = rig.post("/api/v1/plans", THREE.formatted(",\"waive\":{" + waive + "}"));
    assertThat(reply.status()).isEqualTo(400);
    return reply.json().at("/errors/0/message").asString();
  }
}
