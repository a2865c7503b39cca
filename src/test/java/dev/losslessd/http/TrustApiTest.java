package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.inventory.SwitchTrust;
import dev.losslessd.model.Identity;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A new host key, by REST. */
class TrustApiTest extends OnRig {
  private static final String TRUST = "/api/v1/switches/leaf1/trust";

  private static String body(String fingerprint) {
    return "{\"fingerprint\":\"" + fingerprint + "\"}";
  }

  @Test
  void theKeysAreShownAndTheOfferedOneIsTakenByItsFingerprint() {
    Rig.Reply shown = rig.getWithToken(TRUST);
    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.json().at("/state").asString()).isEqualTo("changed");
    assertThat(shown.json().at("/host").asString()).isEqualTo("[10.0.0.1]:830");
    assertThat(shown.json().at("/refusedSince").asString()).isEqualTo("2026-03-01T10:00:00Z");
    assertThat(shown.json().at("/offered/fingerprint").asString()).isEqualTo(FakeTrust.NEW);
    assertThat(shown.json().at("/known/0/fingerprint").asString()).isEqualTo(FakeTrust.OLD);
    assertThat(shown.json().at("/known/0/offered").asBoolean()).isFalse();

    rig.trust.identity = new Identity(new TreeMap<>(Map.of(Identity.Fact.SERIAL, "FDO27330001")));
    Rig.Reply taken = rig.post(TRUST, body(FakeTrust.NEW));
    assertThat(taken.status()).isEqualTo(200);
    assertThat(taken.json().at("/state").asString()).isEqualTo("known");
    assertThat(taken.json().at("/found/0/identity/serial").asString()).isEqualTo("FDO27330001");
    assertThat(taken.json().at("/otherDevice").asBoolean()).isFalse();
  }

  @Test
  void anotherKeyThanTheOneThatWasComparedIsAConflict() {
    rig.trust.offered = "SHA256:" + "m".repeat(43);

    Rig.Reply refused = rig.post(TRUST, body(FakeTrust.NEW));

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().at("/type").asString()).endsWith("/host-key-refused");
    assertThat(rig.trust.trusted).isEqualTo(FakeTrust.OLD);
  }

  @Test
  void itNeedsAuthorityAKnownNameAndAWholeFingerprint() {
    assertThat(rig.get(TRUST).status()).isEqualTo(401);
    assertThat(rig.getWithToken("/api/v1/switches/laef1/trust").status()).isEqualTo(404);
    assertThat(rig.getWithToken("/api/v1/switches/laef1/trust").json().toString())
        .contains("no switch or jump host 'laef1' with SSH here");
    for (String wrong : new String[] {"{}", body("SHA256:abc"), body("MD5:aa"), "[]"}) {
      Rig.Reply refused = rig.post(TRUST, wrong);
      assertThat(refused.status()).as(wrong).isEqualTo(400);
    }
    assertThat(rig.post(TRUST, body("MD5:aa")).json().at("/errors/0/message").asString())
        .isEqualTo(
            "'MD5:aa' is no fingerprint, expected SHA256: and 43 characters, as ssh-keygen -lf"
                + " prints");
    assertThat(rig.trust.trusted).isEqualTo(FakeTrust.OLD);
  }

  @Test
  void aSilentSwitchAndAFullDiskAreNoConflict() {
    rig.trust.fails = Optional.of(SwitchTrust.Refused.Kind.DEVICE);
    assertThat(rig.getWithToken(TRUST).status()).isEqualTo(503);
    assertThat(rig.getWithToken(TRUST).json().at("/type").asString()).endsWith("/device-failure");

    rig.trust.fails = Optional.of(SwitchTrust.Refused.Kind.FILE);
    assertThat(rig.post(TRUST, body(FakeTrust.NEW)).json().at("/type").asString())
        .endsWith("/store-failure");
  }
}
