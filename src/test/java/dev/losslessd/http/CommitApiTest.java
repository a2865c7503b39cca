package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CommitApiTest extends OnRig {
  private static final String COMMITS = "/api/v1/commits";
  private static final String PFC3 =
      """
      {"changes":[{"port":"gpu01:ens1f0np0","setting":"pfc","value":{"lossless":[3]}}]}\
      """;
  private static final Target TARGET = Target.port(Rig.NIC);

  @Test
  void aPlanIsShownAlsoWhenItIsRefused() {
    Rig.Reply good = rig.post("/api/v1/plans", PFC3);
    Rig.Reply bad = rig.post("/api/v1/plans", PFC3.replace("[3]", "[1,2,3]"));

    assertThat(good.status()).isEqualTo(200);
    assertThat(good.json().at("/changes/1/after/lossless/0").asInt()).isEqualTo(3);
    assertThat(bad.status()).isEqualTo(200);
    assertThat(bad.json().at("/refusals/0/rule").asString()).isEqualTo("too-many-lossless");
  }

  @Test
  void aRequestThatNamesNoWavesHasThoseOfTheConfig() {
    String idle = PFC3.replaceFirst("\\{", "{\"acceptIdle\":true,");
    assertThat(rig.post("/api/v1/plans", idle).json().toString())
        .contains("is without waves, expected both or none");

    rig.usualWaves.addAll(List.of(WaveSize.parse("1"), WaveSize.ALL));

    assertThat(rig.post("/api/v1/plans", PFC3).json().at("/waves")).hasSize(1);
    assertThat(rig.post("/api/v1/plans", idle).json().at("/waves")).hasSize(1);
    String staged = PFC3.replaceFirst("\\{", "{\"whenIdle\":true,");
    assertThat(rig.post("/api/v1/commits", staged).status()).isEqualTo(202);
  }

  @Test
  void theStatusHasACommitThatWaitsForIdlePorts() {
    rig.busy.add(Rig.NIC);
    String staged = PFC3.replaceFirst("\\{", "{\"whenIdle\":true,");
    assertThat(rig.post("/api/v1/commits", staged).text("state")).isEqualTo("staged");

    assertThat(rig.get("/api/v1/status").json().at("/openCommits/0/state").asString())
        .isEqualTo("staged");
  }

  @Test
  void aPlanTellsTheWavesThatItWouldGoIn() {
    String waves = PFC3.replaceFirst("\\{", "{\"waves\":[\"1\",\"100%\"],\"soak\":\"30s\",");

    JsonNode plan = rig.post("/api/v1/plans", waves).json();

    assertThat(plan.at("/waves")).hasSize(1);
    assertThat(plan.at("/waves/0/links").asInt()).isEqualTo(1);
    assertThat(plan.at("/waves/0/ports/0").asString()).isEqualTo("gpu01:ens1f0np0");
    assertThat(plan.at("/waves/0/changes/1/text").asString())
        .isEqualTo("gpu01:ens1f0np0 pfc: none -> 3");
    assertThat(rig.post("/api/v1/plans", PFC3).json().at("/waves").isMissingNode()).isTrue();
    assertThat(rig.post("/api/v1/plans", waves.replace("100%", "50%")).status()).isEqualTo(400);
  }

  @Test
  void withoutChangesTheWholeIntentIsMeant() {
    confirmed(PFC3);
    rig.nic.set(TARGET, Pfc.OFF);

    JsonNode plan = rig.post("/api/v1/plans", "").json();

    assertThat(plan.at("/changes/0/text").asString()).isEqualTo("gpu01:ens1f0np0 pfc: none -> 3");
    assertThat(rig.post("/api/v1/plans", "{\"changes\":[]}").status()).isEqualTo(400);
  }

  @Test
  void aPlanThatWasSeenIsWhatIsCommitted() {
    String digest = rig.post("/api/v1/plans", PFC3).text("digest");
    String body = PFC3.replace("{\"changes", "{\"digest\":\"" + digest + "\",\"changes");
    rig.nic.set(TARGET, new Pfc(PrioritySet.of(5)));

    Rig.Reply stale = rig.post(COMMITS, body);
    rig.nic.set(TARGET, Pfc.OFF);
    Rig.Reply fresh = rig.post(COMMITS, body);

    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.slug()).isEqualTo("stale-plan");
    assertThat(fresh.status()).isEqualTo(202);
  }

  @Test
  void aLyingDeviceIsRolledBack() {
    rig.nic.lies = true;

    Rig.Reply commit = rig.get(rig.post(COMMITS, PFC3).header("Location"));

    assertThat(commit.text("state")).isEqualTo("rolled-back");
    assertThat(commit.text("why")).contains("said yes and shows");
  }

  @Test
  void anUndoOfADeviceThatGoesSilentTellsWhatIsLeft() {
    String commit = rig.post(COMMITS, PFC3).header("Location");
    rig.nic.silent = true;

    Rig.Reply cancelled = rig.post(commit + ":cancel?reason=enough", "");

    assertThat(cancelled.text("state")).isEqualTo("undoing");
    assertThat(cancelled.text("waitsFor")).isNotEmpty();
    assertThat(cancelled.text("why")).startsWith("cancelled by token@127.0.0.1: enough");
    assertThat(cancelled.json().at("/left/0/setting").asString()).isEqualTo("pfc");
  }

  @Test
  void cancelTakesItBack() {
    String commit = rig.post(COMMITS, PFC3).header("Location");

    assertThat(rig.post(commit + ":cancel", "").text("state")).isEqualTo("rolled-back");
    assertThat(rig.nic.read(TARGET).inForce(SettingKind.PFC)).contains(Pfc.OFF);
    assertThat(rig.post(commit + ":confirm", "").slug()).isEqualTo("wrong-state");
  }

  @Test
  void extendMovesTheDeadline() {
    String commit =
        rig.post(COMMITS, PFC3.replace("{\"changes", "{\"confirmWithin\":\"1m\",\"changes"))
            .header("Location");
    assertThat(rig.get(commit).text("deadline")).isEqualTo("2026-03-01T10:01:00Z");

    Rig.Reply extended = rig.post(commit + ":extend", "{\"confirmWithin\":\"2h\"}");

    assertThat(extended.text("deadline")).isEqualTo("2026-03-01T12:00:00Z");
    assertThat(rig.post(commit + ":extend", "{\"confirmWithin\":\"25h\"}").status()).isEqualTo(400);
  }

  @Test
  void anUnconfirmedCommitIsUndoneAtItsDeadline() {
    String commit = rig.post(COMMITS, PFC3).header("Location");

    rig.now = rig.now.plus(Duration.ofHours(1));
    rig.commitEngine.turn();

    assertThat(rig.get(commit).text("state")).isEqualTo("rolled-back");
    assertThat(rig.get(commit).text("why")).startsWith("not confirmed before");
  }

  @Test
  void anOpenCommitHoldsItsPorts() {
    rig.post(COMMITS, PFC3);

    Rig.Reply second = rig.post(COMMITS, PFC3.replace("[3]", "[4]"));

    assertThat(second.status()).isEqualTo(409);
    assertThat(second.slug()).isEqualTo("commit-in-progress");
    assertThat(rig.get("/api/v1/status").json().path("openCommits").size()).isEqualTo(1);
  }

  @Test
  void whatDoesNotExistIsNotFound() {
    assertThat(rig.get(COMMITS + "/c-000042").status()).isEqualTo(404);
    assertThat(rig.post(COMMITS + "/c-000042:confirm", "").slug()).isEqualTo("not-found");
    assertThat(rig.post("/api/v1/revisions/9:rollback", "").slug()).isEqualTo("not-found");
    assertThat(rig.post("/api/v1/revisions/-1:rollback", "").status()).isEqualTo(400);
  }

  @Test
  void aRevisionCanBeGoneBackTo() {
    confirmed(PFC3);
    confirmed(PFC3.replace("[3]", "[4]"));

    Rig.Reply back = rig.post("/api/v1/revisions/1:rollback", "{\"reason\":\"better before\"}");
    rig.post(back.header("Location") + ":confirm", "");

    assertThat(back.status()).isEqualTo(202);
    JsonNode revisions = rig.get("/api/v1/revisions").json().path("items");
    assertThat(revisions.size()).isEqualTo(3);
    assertThat(revisions.at("/0/reason").asString()).isEqualTo("better before");
    assertThat(revisions.at("/0/changes").asInt()).isEqualTo(1);
    JsonNode whole = rig.get("/api/v1/revisions/3").json();
    assertThat(whole.at("/changes/0/value/lossless/0").asInt()).isEqualTo(3);
    JsonNode intent = rig.get("/api/v1/intent").json();
    assertThat(intent.path("revision").asInt()).isEqualTo(3);
    assertThat(intent.at("/items/0/layer").asString()).isEqualTo("rest");
    assertThat(rig.get(COMMITS).json().at("/items/0/revision").asInt()).isEqualTo(3);
  }

  @Test
  void twoRevisionsAreComparedWithBothValues() {
    confirmed(PFC3);
    confirmed(PFC3.replace("[3]", "[4]"));

    JsonNode diff = rig.get("/api/v1/revisions/1:diff?to=2").json();

    assertThat(diff.at("/items/0/before/lossless/0").asInt()).isEqualTo(3);
    assertThat(diff.at("/items/0/after/lossless/0").asInt()).isEqualTo(4);
    assertThat(diff.at("/items/0/revision").asInt()).isEqualTo(2);
    assertThat(diff.at("/items").size()).isEqualTo(1);
    assertThat(diff.at("/revisions/0/number").asInt()).isEqualTo(2);
    assertThat(rig.get("/api/v1/revisions/0:diff").json().at("/to").asInt()).isEqualTo(2);
    assertThat(rig.get("/api/v1/revisions/0:diff?to=3").slug()).isEqualTo("not-found");
    assertThat(rig.get("/api/v1/revisions/x:diff").status()).isEqualTo(400);
  }

  @Test
  void aCommitInWavesTellsWhichOneSoaksAndCanBeCancelled() {
    String waves =
        PFC3.replace("{\"changes", "{\"waves\":[\"1\",\"100%\"],\"soak\":\"5m\",\"changes");

    String commit = rig.post(COMMITS, waves).header("Location");
    JsonNode now = rig.get(commit).json();

    assertThat(now.at("/state").asString()).isEqualTo("applying");
    assertThat(now.at("/acceptIdle").isMissingNode()).isTrue();
    assertThat(now.at("/wave/number").asInt()).isEqualTo(1);
    assertThat(now.at("/wave/phase").asString()).isEqualTo("soaking");
    assertThat(now.at("/wave/until").asString()).isNotEmpty();
    assertThat(rig.post(commit + ":confirm", "").slug()).isEqualTo("wrong-state");
    assertThat(rig.post(commit + ":cancel", "").text("state")).isEqualTo("rolled-back");
  }

  @Test
  void aCommitThatAcceptsIdlePortsSaysSo() {
    String idle = PFC3.replace("{\"changes", "{\"waves\":[\"100%\"],\"acceptIdle\":true,\"changes");

    String commit = rig.post(COMMITS, idle).header("Location");

    assertThat(rig.get(commit).json().at("/acceptIdle").asBoolean()).isTrue();
    assertThat(rig.get(COMMITS).json().at("/items/0/acceptIdle").asBoolean()).isTrue();
    assertThat(rig.post(COMMITS, "{\"acceptIdle\":true}").body())
        .contains("acceptIdle", "is without waves, expected both or none");
  }

  @Test
  void wavesThatCannotBeMeantAreRefused() {
    for (String bad :
        List.of(
            "{\"waves\":[\"1\",\"50%\"]}",
            "{\"waves\":[\"0\",\"100%\"]}",
            "{\"waves\":[\"101%\"]}",
            "{\"waves\":[]}",
            "{\"waves\":[100]}",
            "{\"waves\":[\"100%\"],\"soak\":\"0s\"}",
            "{\"waves\":[\"100%\"],\"whenIdle\":true}",
            "{\"soak\":\"1m\"}")) {
      assertThat(rig.post(COMMITS, bad).status()).as(bad).isEqualTo(400);
    }
  }

  @Test
  void theSameIdempotencyKeyGivesTheSameAnswer() {
    Rig.Reply first = rig.post(COMMITS, PFC3, "Idempotency-Key", "k1");
    Rig.Reply again = rig.post(COMMITS, PFC3, "Idempotency-Key", "k1");
    Rig.Reply other = rig.post(COMMITS, PFC3.replace("[3]", "[4]"), "Idempotency-Key", "k1");

    assertThat(again.text("id")).isEqualTo(first.text("id"));
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(again.status()).isEqualTo(202);
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.slug()).isEqualTo("idempotency-key-reused");
    assertThat(rig.get(COMMITS).json().path("items").size()).isEqualTo(1);
  }

  @Test
  void aRefusedWishMayBeAskedAgainWithItsKey() {
    rig.nic.silent = true;
    assertThat(rig.post(COMMITS, PFC3, "Idempotency-Key", "k1").status()).isEqualTo(503);
    rig.nic.silent = false;

    assertThat(rig.post(COMMITS, PFC3, "Idempotency-Key", "k1").status()).isEqualTo(202);
  }

  @Test
  void everyWrongChangeIsNamed() {
    Rig.Reply reply =
        rig.post(
            COMMITS,
            """
            {"changes":[
              {"port":"nowhere","setting":"pcf","value":{}},
              {"port":"gpu01:p","setting":"dcqcn","value":{"cnpDscp":64,"cnpPrio":1}},
              {"port":"gpu01:p","setting":"pfc"},
              7],
             "reasn":"x"}\
            """);

    assertThat(reply.errorFields())
        .containsExactly(
            "changes[0].port",
            "changes[0].setting",
            "changes[1].value.cnpDscp",
            "changes[1].value.cnpPrio",
            "changes[2].value",
            "changes[3]",
            "reasn");
    assertThat(reply.json().at("/errors/2/message").asString())
        .isEqualTo("is 64, expected a whole number of 0..63");
    assertThat(reply.json().at("/errors/3/message").asString()).contains("'cnpPriority'");
  }

  @Test
  void freezeStopsWritesUntilThaw() {
    assertThat(rig.post("/api/v1/freeze", "{}").json().path("frozen").asBoolean()).isTrue();

    Rig.Reply refused = rig.post(COMMITS, PFC3);

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.slug()).isEqualTo("frozen");
    assertThat(rig.post("/api/v1/thaw", "").json().path("frozen").asBoolean()).isFalse();
    assertThat(rig.post(COMMITS, PFC3).status()).isEqualTo(202);
  }

  @Test
  void whatWasNotMeantToBeSentIsRefused() {
    assertThat(rig.post("/api/v1/freeze?for=1h", "").status()).isEqualTo(400);
    assertThat(rig.post(COMMITS, "{\"reason\":\"a\\nb\"}").errorFields()).containsExactly("reason");
  }

  @Test
  void nothingIsWrittenUnlessTheModeIsEnforce(@TempDir Path other) {
    try (Rig observer = new Rig(other, Mode.OBSERVE, new TreeMap<>())) {
      Rig.Reply refused = observer.post(COMMITS, PFC3);

      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.slug()).isEqualTo("mode-not-enforce");
      assertThat(observer.get("/api/v1/status").text("mode")).isEqualTo("observe");
      assertThat(observer.post("/api/v1/plans", PFC3).status()).isEqualTo(200);
    }
  }

  @Test
  void aJournalThatCannotBeWrittenStopsEverything() {
    rig.journal.close();

    Rig.Reply refused = rig.post(COMMITS, PFC3);

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.slug()).isEqualTo("store-failure");
    assertThat(rig.post("/api/v1/freeze", "").slug()).isEqualTo("store-failure");
    assertThat(rig.nic.read(TARGET).inForce(SettingKind.PFC)).contains(Pfc.OFF);
  }

  private void confirmed(String body) {
    String commit = rig.post(COMMITS, body).header("Location");
    assertThat(rig.post(commit + ":confirm", "").text("state")).isEqualTo("confirmed");
  }
}
