package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Overrides over the file: how they show, and how they go. */
class LayersApiTest {
  private static final String PFC = Rig.PORT + "/pfc";
  private static final Target TARGET = Target.port(Rig.NIC);

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void start() {
    SortedMap<Key, Setting> policy = new TreeMap<>();
    policy.put(new Key(TARGET, SettingKind.PFC), new Pfc(PrioritySet.of(3)));
    rig = new Rig(folder, Mode.ENFORCE, policy);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  @Test
  void anOverrideThatHidesTheFileIsToldWithBothValues() {
    assertThat(rig.getWithToken(PFC).text("layer")).isEqualTo("file");
    override("{\"lossless\":[5]}");

    JsonNode resource = rig.getWithToken(PFC).json();
    assertThat(resource.path("layer").asString()).isEqualTo("rest");
    assertThat(resource.at("/spec/lossless/0").asInt()).isEqualTo(5);
    assertThat(resource.at("/shadowed/lossless/0").asInt()).isEqualTo(3);
    assertThat(resource.at("/conditions/1/type").asString()).isEqualTo("Shadowed");
    assertThat(resource.at("/conditions/1/message").asString())
        .isEqualTo(
            "override 5 hides what the file wants, 3; 'losslessd unset gpu01:ens1f0np0 pfc' puts"
                + " the file's value in force");
    assertThat(rig.get("/api/v1/intent").json().at("/items/0/shadowed/lossless/0").asInt())
        .isEqualTo(3);
    assertThat(rig.get("/api/v1/status").json().path("overrides").toString())
        .isEqualTo("{\"count\":1,\"shadowing\":1}");
    assertThat(rig.post("/api/v1/plans", "").json().at("/notes/0").asString())
        .isEqualTo("1 override hides what the file wants: 'losslessd diff' shows it");
  }

  @Test
  void oneThatSaysWhatTheFileSaysIsQuiet() {
    override("{\"lossless\":[3]}");

    JsonNode resource = rig.getWithToken(PFC).json();
    assertThat(resource.has("shadowed")).isFalse();
    assertThat(resource.path("conditions").size()).isEqualTo(1);
    assertThat(rig.get("/api/v1/status").json().path("overrides").toString())
        .isEqualTo("{\"count\":1,\"shadowing\":0}");
  }

  @Test
  void aDeleteTakesItAwayAsOneCommit() {
    override("{\"lossless\":[5]}");

    Rig.Reply begun = delete(PFC + "?reason=done", rig.get(PFC).header("ETag"));
    assertThat(begun.status()).isEqualTo(202);
    assertThat(begun.json().at("/plan/unset/0/file/lossless/0").asInt()).isEqualTo(3);
    assertThat(begun.json().at("/plan/changes").isEmpty()).isFalse();
    assertThat(begun.text("reason")).isEqualTo("done");
    rig.post(begun.header("Location") + ":confirm", "");

    JsonNode resource = rig.getWithToken(PFC).json();
    assertThat(resource.path("layer").asString()).isEqualTo("file");
    assertThat(resource.at("/status/value/lossless/0").asInt()).isEqualTo(3);
    assertThat(resource.path("version").asInt()).isEqualTo(2);
    assertThat(rig.get("/api/v1/revisions/2").json().at("/unset/0/setting").asString())
        .isEqualTo("pfc");
    assertThat(rig.get("/api/v1/revisions/1:diff").json().at("/items/0/unset").asBoolean())
        .isTrue();
  }

  @Test
  void itNeedsTheSamePreconditionAndAuthorityAsAPut() {
    override("{\"lossless\":[5]}");

    assertThat(rig.send(Rig.withToken(rig.request("DELETE", PFC, ""))).status()).isEqualTo(428);
    assertThat(delete(PFC, "\"7-00000000\"").slug()).isEqualTo("version-mismatch");
    assertThat(rig.send(rig.request("DELETE", PFC, "", "If-Match", "*")).status()).isEqualTo(401);
    assertThat(delete(PFC + "?dryrun=true", "*").status()).isEqualTo(400);
    assertThat(rig.get("/api/v1/commits").json().path("items").size()).isEqualTo(1);
  }

  @Test
  void aDryRunShowsTheDeviceStaysWhereTheFileWantsNothing() {
    Rig.Reply put = rig.put("/api/v1/ports/gpu01/Ethernet1/7/pfc", "{\"lossless\":[4]}");
    rig.post(put.header("Location") + ":confirm", "");

    Rig.Reply plan = delete("/api/v1/ports/gpu01/Ethernet1/7/pfc?dryRun=true", "*");

    assertThat(plan.status()).isEqualTo(200);
    assertThat(plan.json().path("changes").isEmpty()).isTrue();
    assertThat(plan.json().at("/unset/0").has("file")).isFalse();
    assertThat(plan.json().at("/unset/0/text").asString()).contains("stays as it is");
  }

  @Test
  void whereThereIsNoOverrideThereIsNothingToTakeAway() {
    Rig.Reply reply = delete(PFC, "*");

    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.text("detail")).contains("has no override");
  }

  @Test
  void aCommitOfManySetsSomeAndUnsetsOthers() {
    override("{\"lossless\":[5]}");
    String changes =
        "{\"changes\":[{\"port\":\"gpu01:ens1f0np0\",\"setting\":\"pfc\",\"unset\":true},"
            + "{\"port\":\"gpu01:Ethernet1/7\",\"setting\":\"pfc\",\"value\":{\"lossless\":[4]}}]}";

    Rig.Reply begun = rig.post("/api/v1/commits", changes);
    rig.post(begun.header("Location") + ":confirm", "");

    assertThat(rig.get("/api/v1/intent").json().path("items").findValuesAsString("layer"))
        .containsExactlyInAnyOrder("file", "rest");
    Rig.Reply both =
        rig.post(
            "/api/v1/plans",
            "{\"changes\":[{\"port\":\"gpu01:ens1f0np0\",\"setting\":\"pfc\",\"unset\":true,"
                + "\"value\":{\"lossless\":[4]}}]}");
    assertThat(both.errorFields()).containsExactly("changes[0].value");
  }

  @Test
  void theStatusCountsWantedSettingsByTheirState() {
    rig.settings.put(
        new DeviceId("gpu01"), Map.of(SettingState.AS_WANTED, 4, SettingState.UNKNOWN, 2));
    rig.settings.put(new DeviceId("leaf1"), Map.of(SettingState.UNKNOWN, 1));

    assertThat(rig.get("/api/v1/status").json().path("settings").toString())
        .isEqualTo(
            "{\"wanted\":1,\"asWanted\":4,\"drift\":0,\"staged\":0,\"unknown\":3,"
                + "\"unsupported\":0}");
  }

  @Test
  void theDiffShowsFileOverrideAndDeviceSideBySide() {
    assertThat(rig.get("/api/v1/diff").json().path("unknown").asInt()).as("not read").isEqualTo(1);
    override("{\"lossless\":[5]}");
    rig.seen.put(TARGET, new Observation(rig.nic.read(TARGET), rig.now));

    JsonNode item = rig.get("/api/v1/diff").json().at("/items/0");
    assertThat(item.at("/file/lossless/0").asInt()).isEqualTo(3);
    assertThat(item.at("/override/lossless/0").asInt()).isEqualTo(5);
    assertThat(item.at("/observed/value/lossless/0").asInt()).isEqualTo(5);
    assertThat(item.path("shadowed").asBoolean()).isTrue();
    assertThat(item.path("inSync").asString()).isEqualTo("true");

    confirm(delete(PFC, "*"));
    rig.seen.put(TARGET, new Observation(rig.nic.read(TARGET), rig.now));
    assertThat(rig.get("/api/v1/diff").json().path("items").isEmpty()).isTrue();
    assertThat(rig.get("/api/v1/diff?all=true&target=gpu01").json().path("items").size())
        .isEqualTo(1);
    assertThat(rig.get("/api/v1/diff?all=true&target=leaf1").json().path("items").size()).isZero();
    assertThat(rig.get("/api/v1/diff?target=a:b:").status()).isLessThan(500);
  }

  private void override(String value) {
    confirm(rig.put(PFC, value));
  }

  private void confirm(Rig.Reply begun) {
    assertThat(begun.status()).isEqualTo(202);
    if (!begun.text("state").equals("confirmed")) {
      rig.post(begun.header("Location") + ":confirm", "");
    }
  }

  private Rig.Reply delete(String path, String ifMatch) {
    return rig.send(Rig.withToken(rig.request("DELETE", path, "", "If-Match", ifMatch)));
  }
}
