package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.GlobalPause;
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

/** Writes of what holds already, and the two halves of an ETag. */
class WriteAgainTest extends OnRig {
  private static final String PFC = Rig.PORT + "/pfc";
  private static final String ON3 = "{\"lossless\":[3]}";
  private static final Target TARGET = Target.port(Rig.NIC);

  private void confirmed(String body) {
    rig.post(rig.put(PFC, body).header("Location") + ":confirm", "");
  }

  private long revision() {
    return rig.get("/api/v1/status").json().path("revision").asLong();
  }

  private void see(Setting value) {
    rig.seen.put(
        TARGET,
        new Observation(
            new Observed(TARGET, Map.of(value.kind(), new Reading.Value(value))), rig.now));
  }

  @Test
  void aPutOfWhatHoldsAnswersTheResourceAndMakesNoRevision() {
    confirmed(ON3);
    int writes = rig.nic.writes();

    Rig.Reply again = rig.put(PFC, ON3);

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().at("/spec/lossless/0").asInt()).isEqualTo(3);
    assertThat(again.header("ETag")).startsWith("\"1-");
    assertThat(revision()).isEqualTo(1);
    assertThat(rig.get("/api/v1/commits").json().path("items").size()).isEqualTo(1);
    assertThat(rig.nic.writes()).isEqualTo(writes);
  }

  @Test
  void aPutOfWhatIsWantedAndNotThereIsACommit() {
    confirmed(ON3);
    rig.nic.set(TARGET, Pfc.OFF);

    assertThat(rig.put(PFC, ON3).status()).isEqualTo(202);
  }

  @Test
  void aPutOfWhatIsThereAndNotWantedIsACommit() {
    rig.nic.set(TARGET, new Pfc(PrioritySet.of(4)));

    assertThat(rig.put(PFC, "{\"lossless\":[4]}").status()).isEqualTo(202);
  }

  @Test
  void aPutThatNobodyKnowsToHoldIsNoSuccess() {
    confirmed(ON3);
    rig.nic.silent = true;

    assertThat(rig.put(PFC, ON3).status()).isEqualTo(503);
  }

  @Test
  void aPutOfWhatTheFileWantsMakesNoOverride(@TempDir Path second) {
    SortedMap<Key, Setting> policy = new TreeMap<>();
    policy.put(new Key(TARGET, SettingKind.PFC), new Pfc(PrioritySet.of(3)));
    try (Rig other = new Rig(second, Mode.OBSERVE, policy)) {
      other.nic.set(TARGET, new Pfc(PrioritySet.of(3)));
      other.nic.set(TARGET, GlobalPause.OFF);

      Rig.Reply put = other.put(PFC, ON3);

      assertThat(put.status()).isEqualTo(200);
      assertThat(put.text("layer")).isEqualTo("file");
    }
  }

  @Test
  void theEtagChangesWithTheObservedValueAndIfMatchDoesNotMind() {
    see(Pfc.OFF);
    String before = rig.get(PFC).header("ETag");
    assertThat(rig.get(PFC, "If-None-Match", before).status()).isEqualTo(304);

    see(new Pfc(PrioritySet.of(5)));
    Rig.Reply after = rig.get(PFC, "If-None-Match", before);

    assertThat(after.status()).isEqualTo(200);
    assertThat(after.header("ETag")).isNotEqualTo(before);
    assertThat(rig.put(PFC, ON3, before).status()).isEqualTo(202);
  }

  @Test
  void anEtagOfAnotherVersionOfWhatIsWantedIsRefused() {
    String before = rig.get(PFC).header("ETag");
    confirmed(ON3);

    Rig.Reply put = rig.put(PFC, "{\"lossless\":[4]}", before);

    assertThat(put.status()).isEqualTo(412);
    assertThat(rig.put(PFC, "{\"lossless\":[4]}", "\"1\"").status()).isEqualTo(412);
  }

  @Test
  void whoWaitsGetsTheEndOfACommit() {
    Rig.Reply awaits = waiting("wait=30");
    assertThat(awaits.status()).as("its confirm is awaited").isEqualTo(202);
    assertThat(awaits.text("state")).isEqualTo("awaiting-confirm");
    assertThat(awaits.header("Preference-Applied")).isEqualTo("wait=30");
    assertThat(awaits.header("Location")).startsWith("/api/v1/commits/");
    rig.post(awaits.header("Location") + ":cancel", "");

    rig.nic.lies = true;
    Rig.Reply ended = waiting("respond-async, wait=7");

    assertThat(ended.status()).isEqualTo(200);
    assertThat(ended.text("state")).isEqualTo("rolled-back");
    assertThat(ended.header("Preference-Applied")).isEqualTo("wait=7");
  }

  private Rig.Reply waiting(String preference) {
    return rig.send(
        Rig.withToken(rig.request("PUT", PFC, ON3, "If-Match", "*", "Prefer", preference)));
  }

  @Test
  void aWaitEndsWithoutTheEndWhenItsTimeIsUp() {
    rig.busy.add(Rig.NIC);

    Rig.Reply reply =
        rig.send(
            Rig.withToken(
                rig.request(
                    "PUT", PFC + "?whenIdle=true", ON3, "If-Match", "*", "Prefer", "wait=1")));

    assertThat(reply.status()).isEqualTo(202);
    assertThat(reply.text("state")).isEqualTo("staged");
    assertThat(reply.header("Preference-Applied")).isEqualTo("wait=1");
  }

  @Test
  void aPreferenceThatIsNoneIsPassedOver() {
    for (String preference : new String[] {"wait", "wait=x", "wait=-1", "return=minimal"}) {
      assertThat(waiting(preference).header("Preference-Applied")).as(preference).isEmpty();
    }
  }

  @Test
  void whoShallComeAgainIsToldWhen() {
    Rig.Reply begun = rig.put(PFC, ON3);
    assertThat(begun.header("Retry-After")).isEqualTo("1");
    Rig.Reply held = rig.put(PFC, "{\"lossless\":[4]}", "*");
    assertThat(held.slug()).isEqualTo("commit-in-progress");
    assertThat(held.header("Retry-After")).isEqualTo("1");
    rig.notReady.add("gpu01:ens1f0np0 was not read yet");
    assertThat(rig.get("/readyz").header("Retry-After")).isEqualTo("1");
    rig.nic.silent = true;
    assertThat(rig.put(Rig.PORT + "/dcqcn", "{}", "*").header("Retry-After")).isEqualTo("1");
    assertThat(rig.get(PFC).header("Retry-After")).isEmpty();
  }
}
