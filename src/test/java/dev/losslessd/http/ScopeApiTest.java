package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Role;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.Entries;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operators of some devices: what a request touches decides, not what it names alone. */
class ScopeApiTest extends OnWire {
  private static final String PFC = Rig.PORT + "/pfc";
  private static final String PFC3 = "{\"lossless\":[3]}";

  private String inside = "";
  private String outside = "";

  @BeforeEach
  void given() {
    inside = rig.bearer("in", Role.OPERATOR, "gpu0?");
    outside = rig.bearer("out", Role.OPERATOR, "leaf*", "gpu1*");
  }

  @Test
  void theFirstDeviceOutsideIsNamed() throws IOException {
    Wire.Reply refused = tcp.send("PUT", PFC, PFC3, outside, JSON, "If-Match: *");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body())
        .contains("not-allowed", "gpu01 is outside the scope of token:out, expected leaf*, gpu1*");
    assertThat(tcp.send("PUT", PFC, PFC3, inside, JSON, "If-Match: *").status()).isEqualTo(202);
  }

  /** The body names no device: the plan does. */
  @Test
  void theWholeIntentIsRefusedWhereItsPlanLeavesTheScope() throws IOException {
    rig.post("/api/v1/commits/" + rig.put(PFC, PFC3).text("id") + ":confirm", "{}");
    int entries = Entries.of(rig.journal).size();
    assertThat(tcp.send("POST", "/api/v1/plans", "", outside).status())
        .as("nothing is to be done")
        .isEqualTo(200);
    rig.nic.set(Target.port(Rig.NIC), Pfc.OFF);

    for (String path : new String[] {"/api/v1/plans", "/api/v1/commits"}) {
      Wire.Reply refused = tcp.send("POST", path, "", outside);
      assertThat(refused.status()).as(path).isEqualTo(403);
      assertThat(refused.body()).contains("gpu01 is outside the scope of token:out");
    }
    assertThat(Entries.of(rig.journal)).hasSize(entries);
    assertThat(tcp.send("POST", "/api/v1/commits", "", inside).status()).isEqualTo(202);
  }

  /** It is planned anew when its ports are idle, and then nobody knows the scope. */
  @Test
  void theWholeIntentOfACallerWithAScopeCannotWait() throws IOException {
    rig.policy.put(new Key(Target.port(Rig.NIC), SettingKind.PFC), Pfc.OFF);
    rig.post("/api/v1/commits/" + rig.put(PFC, PFC3).text("id") + ":confirm", "{}");
    rig.nic.set(Target.port(Rig.NIC), Pfc.OFF);
    rig.busy.add(Rig.NIC);
    String body = "{\"whenIdle\":true}";

    Wire.Reply refused = tcp.send("POST", "/api/v1/commits", body, inside, JSON);

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).contains("cannot wait for idle ports");
    Wire.Reply all =
        tcp.send("POST", "/api/v1/commits", body, rig.bearer("o", Role.OPERATOR), JSON);
    assertThat(all.status()).isEqualTo(202);
    assertThat(all.body()).contains("\"state\":\"staged\"");
  }

  @Test
  void aRollbackIsRefusedByWhatItWouldChange() throws IOException {
    rig.post("/api/v1/commits/" + rig.put(PFC, PFC3).text("id") + ":confirm", "{}");

    for (String query : new String[] {"?dryRun=true", ""}) {
      String path = "/api/v1/revisions/0:rollback" + query;
      assertThat(tcp.send("POST", path, "", outside).status()).as(path).isEqualTo(403);
    }
    assertThat(tcp.send("POST", "/api/v1/revisions/0:rollback", "", inside).status())
        .isEqualTo(202);
  }

  @Test
  void aCommitOfOthersCannotBeDecided() throws IOException {
    String commit = "/api/v1/commits/" + rig.put(PFC, PFC3).text("id");

    for (String action : new String[] {":confirm", ":cancel", ":extend", ":retry"}) {
      assertThat(tcp.send("POST", commit + action, "", outside).status()).isEqualTo(403);
    }
    assertThat(rig.get(commit).text("state")).isEqualTo("awaiting-confirm");
    assertThat(tcp.send("POST", commit + ":confirm", "", inside).status()).isEqualTo(200);
  }

  @Test
  void readsAreWhole() throws IOException {
    for (String path : new String[] {PFC, PFC + "?fresh=true", "/api/v1/intent", "/metrics"}) {
      assertThat(tcp.send("GET", path, "", outside).status()).as(path).isEqualTo(200);
    }
  }
}
