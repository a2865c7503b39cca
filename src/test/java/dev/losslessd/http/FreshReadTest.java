package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the source of a GET's values: the last reading, or the device. */
class FreshReadTest extends OnRig {
  private static final String PFC = Rig.PORT + "/pfc";
  private static final Target TARGET = Target.port(Rig.NIC);
  private static final Instant EARLIER = Instant.parse("2026-03-01T09:59:55Z");

  @BeforeEach
  void given() {
    Reading pfc4 = new Reading.Value(new Pfc(PrioritySet.of(4)));
    Observed last = new Observed(TARGET, Map.of(SettingKind.PFC, pfc4));
    rig.seen.put(TARGET, new Observation(last, EARLIER));
  }

  private static int lossless(Rig.Reply reply) {
    return reply.json().at("/status/value/lossless/0").asInt(-1);
  }

  @Test
  void aGetAnswersFromTheLastReadingWithItsTime() {
    Rig.Reply pfc = rig.getWithToken(PFC);

    assertThat(lossless(pfc)).isEqualTo(4);
    assertThat(pfc.json().at("/status/observedAt").asString()).isEqualTo(EARLIER.toString());
    assertThat(rig.getWithToken(Rig.PORT).status()).isEqualTo(200);
    assertThat(rig.nic.reads()).isZero();
    assertThat(rig.nic.asked()).as("what can be set is asked once in ten seconds").isEqualTo(1);
  }

  @Test
  void freshAsksTheDevice() {
    Rig.Reply pfc = rig.getWithToken(PFC + "?fresh=true");

    assertThat(pfc.json().at("/status/value/lossless").isEmpty()).isTrue();
    assertThat(pfc.json().at("/status/observedAt").asString()).isEqualTo("2026-03-01T10:00:00Z");
    assertThat(rig.nic.reads()).isEqualTo(1);
    assertThat(rig.getWithToken(Rig.PORT + "?fresh=true").status()).isEqualTo(200);
    assertThat(rig.nic.reads()).isEqualTo(2);
  }

  @Test
  void freshIsNoQuestionOfWhatTheClientHas() {
    String etag = rig.get(PFC).header("ETag");

    Rig.Reply fresh =
        rig.send(Rig.withToken(rig.request("GET", PFC + "?fresh=true", "", "If-None-Match", etag)));

    assertThat(fresh.status()).isEqualTo(400);
    assertThat(fresh.text("detail")).contains("If-None-Match", "fresh=true");
    assertThat(rig.nic.reads()).isZero();
  }

  @Test
  void aDeviceThatIsBusyOrSilentIsNoReading() {
    rig.nic.busy = true;
    Rig.Reply busy = rig.getWithToken(PFC + "?fresh=true");
    rig.nic.busy = false;
    rig.nic.silent = true;
    Rig.Reply silent = rig.getWithToken(PFC + "?fresh=true");

    assertThat(busy.status()).isEqualTo(503);
    assertThat(busy.slug()).isEqualTo("device-busy");
    assertThat(busy.header("Retry-After")).isEqualTo("1");
    assertThat(silent.status()).isEqualTo(503);
    assertThat(silent.slug()).isEqualTo("device-failure");
    assertThat(lossless(rig.getWithToken(PFC))).as("the last reading is there").isEqualTo(4);
  }

  @Test
  void onlyWhoHasAuthorityMakesADeviceWork() {
    assertThat(rig.get(PFC + "?fresh=true").status()).isEqualTo(401);
    assertThat(rig.get(Rig.PORT + "?fresh=true").status()).isEqualTo(401);
    assertThat(rig.getWithToken(PFC + "?fresh=now").errorFields()).containsExactly("fresh");
    assertThat(rig.nic.reads()).isZero();
  }

  @Test
  void aTargetThatWasJustWrittenNeverAnswersItsOldValue() {
    rig.seen.remove(TARGET); // as the watcher does until it has read it again
    rig.nic.set(TARGET, new Pfc(PrioritySet.of(3)));

    Rig.Reply asked = rig.getWithToken(PFC);
    assertThat(lossless(asked)).isEqualTo(3);
    assertThat(asked.text("access")).isEqualTo("write");
    assertThat(rig.get(PFC).json().at("/status/state").asString()).isEqualTo("unread");
    assertThat(rig.nic.reads()).isEqualTo(1);
    rig.nic.busy = true;
    assertThat(rig.getWithToken(PFC).json().at("/status/state").asString()).isEqualTo("unread");
  }

  @Test
  void whatIsOnlyWatchedIsNotAskedAfresh() {
    Rig.Reply reply =
        rig.getWithToken("/api/v1/ports/" + Rig.WATCHED.device() + "/ens1f0v0/pfc?fresh=true");

    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.slug()).isEqualTo("not-managed");
  }
}
