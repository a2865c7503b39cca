package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortApiTest extends OnRig {
  private static final String PFC = Rig.PORT + "/pfc";
  private static final Target TARGET = Target.port(Rig.NIC);

  @Test
  void aPutIsAppliedConfirmedAndShownWithANewEtag() {
    Rig.Reply before = rig.get(PFC);
    assertThat(before.header("ETag")).matches("\"0-[0-9a-f]{8}-[0-9a-f]{8}\"");
    assertThat(before.json().path("spec").isNull()).isTrue();

    Rig.Reply put = rig.put(PFC + "?reason=first", "{\"lossless\":[3]}", before.header("ETag"));
    assertThat(put.status()).isEqualTo(202);
    String commit = put.header("Location");
    assertThat(commit).isEqualTo("/api/v1/commits/" + put.text("id"));
    assertThat(rig.get(commit).text("state")).isEqualTo("awaiting-confirm");
    assertThat(rig.get(commit).text("deadline")).isEqualTo("2026-03-01T10:10:00Z");
    assertThat(rig.get(commit).text("actor")).isEqualTo("token@127.0.0.1");
    assertThat(rig.get(commit).text("reason")).isEqualTo("first");

    Rig.Reply confirmed = rig.post(commit + ":confirm", "");
    assertThat(confirmed.text("state")).isEqualTo("confirmed");

    Rig.Reply after = rig.getWithToken(PFC);
    assertThat(after.json().at("/spec/lossless/0").asInt()).isEqualTo(3);
    assertThat(after.json().at("/status/value/lossless/0").asInt()).isEqualTo(3);
    assertThat(after.json().at("/conditions/0/status").asString()).isEqualTo("true");
    assertThat(after.json().path("version").asInt()).isEqualTo(1);
    assertThat(after.header("ETag")).startsWith("\"1-").isNotEqualTo(before.header("ETag"));
  }

  @Test
  void anEtagThatIsKnownIsAnsweredWithout() {
    String etag = rig.get(PFC).header("ETag");

    Rig.Reply same = rig.get(PFC, "If-None-Match", "\"x\", W/" + etag);
    Rig.Reply other = rig.get(PFC, "If-None-Match", "\"x\"");

    assertThat(same.status()).isEqualTo(304);
    assertThat(same.header("ETag")).isEqualTo(etag);
    assertThat(same.response().body()).isEmpty();
    assertThat(other.status()).isEqualTo(200);
  }

  @Test
  void theEtagChangesWhenTheConfigFileWantsAnotherValue(@TempDir Path second) {
    String before = rig.get(PFC).header("ETag");
    SortedMap<Key, Setting> policy = new TreeMap<>();
    policy.put(new Key(TARGET, SettingKind.PFC), new Pfc(PrioritySet.of(4)));

    try (Rig other = new Rig(second, Mode.ENFORCE, policy)) {
      assertThat(other.get(PFC).header("ETag")).startsWith("\"0-").isNotEqualTo(before);
      assertThat(other.get("/api/v1/intent").json().at("/items/0/layer").asString())
          .isEqualTo("file");
    }
  }

  @Test
  void aDryRunOnlyPlans() {
    Rig.Reply plan = rig.put(PFC + "?dryRun=true", "{\"lossless\":[3]}");

    assertThat(plan.status()).isEqualTo(200);
    assertThat(plan.json().at("/changes/0/text").asString())
        .isEqualTo("gpu01:ens1f0np0 global-pause: on -> off");
    assertThat(plan.json().at("/changes/1/port").asString()).isEqualTo("gpu01:ens1f0np0");
    assertThat(plan.json().at("/changes/1/risks/0").asString()).isEqualTo("link-bounce");
    assertThat(rig.get("/api/v1/commits").json().path("items").isEmpty()).isTrue();
    assertThat(rig.nic.read(TARGET).inForce(SettingKind.PFC)).contains(Pfc.OFF);
  }

  @Test
  void aPutNeedsIfMatch() {
    Rig.Reply reply = rig.send(Rig.withToken(rig.request("PUT", PFC, "{\"lossless\":[3]}")));

    assertThat(reply.status()).isEqualTo(428);
    assertThat(reply.text("detail"))
        .contains(rig.get(PFC).header("ETag").replaceAll("-[0-9a-f]{8}\"", "\""));
  }

  @Test
  void anotherVersionIsRefusedAndAStarTakesAny() {
    String weak = "W/" + rig.get(PFC).header("ETag");

    assertThat(rig.put(PFC, "{\"lossless\":[3]}", "\"7-00000000\"").status()).isEqualTo(412);
    assertThat(rig.put(PFC, "{\"lossless\":[3]}", weak).slug()).isEqualTo("version-mismatch");
    assertThat(rig.put(PFC, "{\"lossless\":[3]}", "7").slug()).isEqualTo("bad-input");
    assertThat(rig.put(PFC, "{\"lossless\":[3]}", "*").status()).isEqualTo(202);
  }

  @Test
  void everyWrongFieldIsToldAtOnce() {
    Rig.Reply reply =
        rig.put(
            PFC + "?confirmWithin=7w&whileBusy=maybe", "{\"lossless\":[3,9,\"x\"],\"losles\":1}");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.errorFields())
        .containsExactly("confirmWithin", "whileBusy", "lossless[1]", "lossless[2]", "losles");
    assertThat(reply.json().at("/errors/2/message").asString())
        .isEqualTo("is 9, expected a whole number of 0..7");
    assertThat(reply.json().at("/errors/4/message").asString())
        .isEqualTo("is unknown, did you mean 'lossless'?");
  }

  @Test
  void aQueryParameterThatIsUnknownIsRefused() {
    Rig.Reply reply = rig.put(PFC + "?dryrun=true", "{\"lossless\":[3]}", "*");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.text("detail")).contains("'dryrun'", "did you mean 'dryRun'?");
  }

  @Test
  void aRefusedPlanComesWithItsReasons() {
    Rig.Reply reply = rig.put(PFC, "{\"lossless\":[1,2,3]}");

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.slug()).isEqualTo("plan-refused");
    assertThat(reply.json().at("/plan/refusals/0/rule").asString()).isEqualTo("too-many-lossless");
  }

  @Test
  void aReadOnlySettingIsRefusedByThePlan() {
    Rig.Reply reply = rig.put(Rig.PORT + "/trust", "{\"field\":\"dscp\"}");

    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.text("detail")).contains("set it through dscp");
  }

  @Test
  void aPortNameKeepsItsSlashes() {
    String path = "/api/v1/ports/gpu01/Ethernet1/7/pfc";

    Rig.Reply put = rig.put(path, "{\"lossless\":[3]}");
    rig.post(put.header("Location") + ":confirm", "{}");

    assertThat(put.status()).isEqualTo(202);
    assertThat(rig.get(path).text("port")).isEqualTo("gpu01:Ethernet1/7");
    assertThat(rig.get(path).json().at("/spec/lossless/0").asInt()).isEqualTo(3);
    assertThat(
            rig.get("/api/v1/ports/gpu01/Ethernet1/7").json().at("/settings/pfc/port").asString())
        .isEqualTo("gpu01:Ethernet1/7");
  }

  @Test
  void aPortShowsEachSettingThatItHasWithItsState() {
    Rig.Reply port = rig.getWithToken(Rig.PORT);

    assertThat(port.json().path("settings").propertyNames())
        .containsExactly("pfc", "ets", "trust", "dscp", "headroom", "dcqcn", "global-pause");
    assertThat(port.json().at("/settings/headroom/status/state").asString())
        .isEqualTo("unsupported");
    assertThat(port.json().at("/settings/ets/status/state").asString()).isEqualTo("unread");
    assertThat(port.json().at("/settings/ets/status/value").isNull()).isTrue();
    assertThat(port.json().at("/settings/trust/access").asString()).isEqualTo("read");
    assertThat(port.json().at("/settings/dcqcn/status/value/cnpDscp").asInt()).isEqualTo(48);
  }

  @Test
  void whatThePollerSawIsShownWithItsTime() {
    Pfc now = new Pfc(PrioritySet.of(3));
    Pfc next = new Pfc(PrioritySet.of(4));
    rig.seen.put(
        TARGET,
        new Observation(
            new Observed(
                TARGET,
                Map.of(SettingKind.PFC, new Reading.Staged(now, next, Reading.Event.RESET))),
            rig.now.minusSeconds(5)));

    Rig.Reply reply = rig.get(PFC);

    assertThat(reply.json().at("/status/state").asString()).isEqualTo("staged");
    assertThat(reply.json().at("/status/next/lossless/0").asInt()).isEqualTo(4);
    assertThat(reply.json().at("/status/until").asString()).isEqualTo("reset");
    assertThat(reply.json().at("/status/observedAt").asString()).isEqualTo("2026-03-01T09:59:55Z");
  }

  @Test
  void aSilentDeviceIsUnreadNotAnError() {
    rig.nic.silent = true;

    Rig.Reply read = rig.get(PFC);
    Rig.Reply write = rig.put(PFC, "{\"lossless\":[3]}");

    assertThat(read.json().at("/status/state").asString()).isEqualTo("unread");
    assertThat(read.json().at("/conditions/0/message").asString()).contains("nothing is wanted");
    assertThat(write.status()).isEqualTo(503);
    assertThat(write.slug()).isEqualTo("device-failure");
  }

  @Test
  void aWatchedPortIsShownButNotSet() {
    String path = "/api/v1/ports/gpu01/ens1f0v0/pfc";

    assertThat(rig.get(path).text("access")).isEqualTo("none");
    assertThat(rig.put(path, "{\"lossless\":[3]}").slug()).isEqualTo("plan-refused");
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertThat(rig.get("/api/v1/ports/gpu01/ens9/pfc").status()).isEqualTo(404);
    assertThat(rig.get("/api/v1/nothing").slug()).isEqualTo("not-found");
    assertThat(rig.get(Rig.PORT + "/pcf").text("detail")).contains("did you mean 'pfc'?");
  }

  @Test
  void aMethodThatIsNotThereIsNotAllowed() {
    Rig.Reply reply = rig.put(Rig.PORT + "/pcf", "{}", "*");

    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.text("detail")).contains("did you mean 'pfc'?");
    Rig.Reply patched = rig.send(Rig.withToken(rig.request("PATCH", PFC, "")));
    assertThat(patched.status()).isEqualTo(405);
    assertThat(patched.header("Allow")).contains("GET", "PUT", "DELETE");
    assertThat(patched.text("detail")).doesNotContain("no setting");
  }

  @Test
  void aNameThatNoPortCanHaveIsBadInput() {
    Rig.Reply reply = rig.get("/api/v1/ports/gpu%2001/ens%201/pfc");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.errorFields()).containsExactly("device", "port");
  }

  @Test
  void onlyJsonInUtf8IsTaken() {
    for (String type :
        new String[] {
          "text/plain", "application/merge-patch+json", "application/json; charset=latin1", ""
        }) {
      Rig.Reply reply =
          rig.send(
              Rig.withToken(rig.request("PUT", PFC, "{}", "If-Match", "*", "Content-Type", type)));

      assertThat(reply.status()).as(type).isEqualTo(415);
    }
  }

  @Test
  void aBodyOverOneMebibyteIsRefused() {
    String large = "{\"lossless\":[" + " ".repeat(HttpLimits.usual().largeBody()) + "]}";

    assertThat(rig.put(PFC, large, "*").status()).isEqualTo(413);
  }

  @Test
  void jsonIsTakenStrictly() {
    for (String body :
        new String[] {
          "{\"lossless\":[3],\"lossless\":[4]}", "{\"lossless\":[3]} {}", "{'lossless':[3]}", "{"
        }) {
      Rig.Reply reply = rig.put(PFC, body, "*");

      assertThat(reply.status()).as(body).isEqualTo(400);
      assertThat(reply.slug()).isEqualTo("bad-json");
    }
    assertThat(rig.put(PFC, "", "*").text("detail")).isEqualTo("body: is empty, expected JSON");
    assertThat(rig.put(PFC, "[]", "*").text("detail")).isEqualTo("body: is [], expected an object");
  }
}
