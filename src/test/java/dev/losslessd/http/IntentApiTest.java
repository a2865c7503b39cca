package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many settings as one plan, by a merge patch of what is wanted. */
class IntentApiTest {
  private static final String INTENT = "/api/v1/intent";
  private static final String PATCH = "application/merge-patch+json";
  private static final Target TARGET = Target.port(Rig.NIC);
  private static final String TWO =
      """
      {"gpu01:ens1f0np0": {"pfc": {"lossless": [3]}, "dcqcn": {"cnpDscp": 46}},
       "gpu01:Ethernet1/7": {"pfc": {"lossless": [3]}}}
      """;

  @TempDir Path folder;
  private Rig rig;

  @BeforeEach
  void start() {
    SortedMap<Key, Setting> policy = new TreeMap<>();
    policy.put(new Key(TARGET, SettingKind.DSCP_MAP), DscpMap.EMPTY);
    rig = new Rig(folder, Mode.ENFORCE, policy);
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  private Rig.Reply patch(String body) {
    return patch("", body, rig.get(INTENT).header("ETag"));
  }

  private Rig.Reply patch(String query, String body, String match) {
    return rig.send(
        Rig.withToken(
            rig.request("PATCH", INTENT + query, body, "If-Match", match, "Content-Type", PATCH)));
  }

  private void confirmed(Rig.Reply begun) {
    assertThat(begun.status()).as(begun.body()).isEqualTo(202);
    rig.post(begun.header("Location") + ":confirm", "");
  }

  @Test
  void manySettingsAreOneCommitAndOneRevision() {
    confirmed(patch(TWO));

    assertThat(rig.get("/api/v1/revisions/1").json().path("changes").size()).isEqualTo(3);
    assertThat(rig.get(INTENT).json().path("items").size()).isEqualTo(4);
    assertThat(rig.nic.read(TARGET).inForce(SettingKind.PFC)).contains(new Pfc(PrioritySet.of(3)));
  }

  @Test
  void aPatchOfWhatHoldsAnswersTheIntentAndMakesNoRevision() {
    confirmed(patch(TWO));

    Rig.Reply again = patch(TWO);
    Rig.Reply nothing = patch("{}");
    Rig.Reply noOverride = patch("{\"gpu01:ens1f0np0\": {\"dscp\": null}}");

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().path("items").size()).isEqualTo(3);
    assertThat(nothing.status()).isEqualTo(200);
    assertThat(noOverride.status()).isEqualTo(200);
    assertThat(rig.get("/api/v1/status").json().path("revision").asInt()).isEqualTo(1);
  }

  @Test
  void membersAreLaidOverWhatIsWantedAndNullTakesAnOverrideAway() {
    confirmed(patch(TWO));

    confirmed(
        patch(
            """
            {"gpu01:ens1f0np0": {"dcqcn": {"minTimeBetweenCnpsMicros": 8}, "pfc": null}}
            """));

    String path = Rig.PORT + "/dcqcn";
    assertThat(rig.get(path).json().at("/spec/cnpDscp").asInt()).isEqualTo(46);
    assertThat(rig.get(path).json().at("/spec/minTimeBetweenCnpsMicros").asInt()).isEqualTo(8);
    assertThat(rig.get(Rig.PORT + "/pfc").json().path("spec").isNull()).isTrue();
    confirmed(patch("{\"gpu01:ens1f0np0\": {\"dcqcn\": {\"cnpDscp\": null}}}"));
    assertThat(rig.get(path).json().path("spec").has("cnpDscp")).isFalse();
  }

  @Test
  void aPatchNeedsTheEtagOfTheIntent() {
    String before = rig.get(INTENT).header("ETag");
    assertThat(rig.get(INTENT, "If-None-Match", before).status()).isEqualTo(304);
    confirmed(patch(TWO));

    Rig.Reply late = patch("", "{\"gpu01:ens1f0np0\": {\"pfc\": null}}", before);
    Rig.Reply none =
        rig.send(Rig.withToken(rig.request("PATCH", INTENT, "{}", "Content-Type", PATCH)));

    assertThat(late.status()).isEqualTo(412);
    assertThat(none.status()).isEqualTo(428);
    assertThat(rig.get(INTENT, "If-None-Match", before).status()).isEqualTo(200);
    String part = rig.get(INTENT + "?setting=pfc").header("ETag");
    assertThat(part).isNotEqualTo(rig.get(INTENT).header("ETag"));
    assertThat(patch("?dryRun=true", "{}", part).status()).isEqualTo(200);
  }

  @Test
  void aDryRunIsAPlanOfAll() {
    Rig.Reply plan = patch("?dryRun=true", TWO, "*");

    assertThat(plan.json().path("changes").size()).isGreaterThanOrEqualTo(3);
    assertThat(rig.nic.writes()).isZero();
  }

  @Test
  void aDryRunTellsWhetherAllOfItHolds() {
    assertThat(patch("?dryRun=true", TWO, "*").json().path("holds").asBoolean()).isFalse();
    confirmed(patch(TWO));

    assertThat(patch("?dryRun=true", TWO, "*").json().path("holds").asBoolean()).isTrue();
    String unset = "{\"gpu01:Ethernet1/7\": {\"pfc\": null}}";
    assertThat(patch("?dryRun=true", unset, "*").json().path("holds").asBoolean()).isFalse();
  }

  @Test
  void aPatchGoesInTheWavesThatItNamesOrThatTheConfigHas() {
    String waves = "&waves=1%2C100%25&soak=30s";

    assertThat(patch("?dryRun=true", TWO, "*").json().has("waves")).isFalse();
    assertThat(patch("?dryRun=true" + waves, TWO, "*").json().path("waves").isEmpty()).isFalse();
    assertThat(patch("?waves=1%2Cmany", TWO, "*").errorFields()).containsExactly("waves[1]");
    assertThat(patch("?waves=rail%3D9", TWO, "*").errorFields()).containsExactly("waves");
    assertThat(patch("?acceptIdle=true", TWO, "*").errorFields()).containsExactly("acceptIdle");
    assertThat(patch("?whenIdle=true" + waves, TWO, "*").errorFields()).containsExactly("waves");
    rig.usualWaves.addAll(List.of(WaveSize.parse("1"), WaveSize.ALL));
    assertThat(patch("?dryRun=true", TWO, "*").json().path("waves").isEmpty()).isFalse();
  }

  @Test
  void aPatchIsHeldToTheSituationOfThePlanThatWasSeen() {
    String digest = patch("?dryRun=true", TWO, "*").text("digest");

    Rig.Reply stale = patch("?digest=0000", TWO, "*");

    assertThat(stale.status()).isEqualTo(409);
    assertThat(rig.nic.writes()).isZero();
    confirmed(patch("?digest=" + digest, TWO, "*"));
  }

  @Test
  void everyWrongMemberIsToldByItsPath() {
    Rig.Reply reply =
        patch(
            "",
            """
            {"gpu01:ens1f0np0": {"pcf": {}, "pfc": {"lossless": [9]}, "dscp": 3},
             "gpu 01": {"pfc": null}, "gpu01:x": 7}
            """,
            "*");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.errorFields())
        .containsExactlyInAnyOrder(
            "gpu01:ens1f0np0.pcf",
            "gpu01:ens1f0np0.pfc.lossless[0]",
            "gpu01:ens1f0np0.dscp",
            "gpu 01",
            "gpu01:x");
  }

  @Test
  void onlyAMergePatchIsTaken() {
    Rig.Reply json = rig.send(Rig.withToken(rig.request("PATCH", INTENT, "{}", "If-Match", "*")));

    assertThat(json.status()).isEqualTo(415);
    assertThat(json.text("detail")).contains(PATCH);
  }

  @Test
  void aTargetThatNobodyKnowsRefusesThePlan() {
    assertThat(patch("{\"gpu09:x\": {\"pfc\": {\"lossless\": [3]}}}").status()).isEqualTo(422);
  }
}
