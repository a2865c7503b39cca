package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A host that was installed anew, by REST. */
class AcceptApiTest extends OnRig {
  private static final String ACCEPT = "/api/v1/devices/gpu01:accept";

  @BeforeEach
  void given() {
    rig.nic.machineId = "4f1d";
    rig.put(Rig.PORT + "/pfc", "{\"lossless\":[3]}");
  }

  @Test
  void aPlanTellsWhichBoxesItIsForAndAnotherOneIsRefusedUntilItIsAccepted() {
    Rig.Reply plan = rig.get("/api/v1/commits/c-000001");
    assertThat(plan.json().at("/plan/identities/0/device").asString()).isEqualTo("gpu01");
    assertThat(plan.json().at("/plan/identities/0/identity/machine-id").asString())
        .isEqualTo("4f1d");
    rig.nic.machineId = "9c02";
    String other = "/api/v1/ports/gpu01/Ethernet1/7/pfc";

    Rig.Reply refused = rig.put(other, "{\"lossless\":[3]}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/plan/refusals/0/rule").asString()).isEqualTo("other-device");

    Rig.Reply accepted = rig.post(ACCEPT, "{\"reason\":\"imaged anew\"}");
    assertThat(accepted.status()).isEqualTo(200);
    assertThat(accepted.json().at("/before/0/identity/machine-id").asString()).isEqualTo("4f1d");
    assertThat(accepted.json().at("/now/0/identity/machine-id").asString()).isEqualTo("9c02");
    assertThat(accepted.json().at("/openCommits/0").asString()).isEqualTo("c-000001");
    assertThat(rig.put(other, "{\"lossless\":[3]}").status()).isEqualTo(202);
  }

  @Test
  void itNeedsAReasonADeviceAndAnother() {
    assertThat(rig.post(ACCEPT, "{}").status()).isEqualTo(400);
    assertThat(rig.post(ACCEPT, "{}").json().toString()).contains("why it is another one");
    assertThat(rig.post("/api/v1/devices/gpu09:accept", "{\"reason\":\"x\"}").status())
        .isEqualTo(404);
    Rig.Reply same = rig.post(ACCEPT, "{\"reason\":\"x\"}");
    assertThat(same.status()).isEqualTo(409);
    assertThat(same.json().toString()).contains("gpu01 is what the state folder has");
  }
}
