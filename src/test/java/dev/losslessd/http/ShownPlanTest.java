package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was shown of a setting is what is written, and nobody is asked about what is refused. */
class ShownPlanTest {
  private static final String PFC = "/api/v1/ports/gpu01/ens1f0np0/pfc";
  private static final String LOSSLESS = "{\"lossless\":[3]}";

  @TempDir Path folder;

  @Test
  void aPutTakesTheDigestOfThePlanThatWasSeen() {
    try (Rig rig = new Rig(folder)) {
      String digest = put(rig, "?dryRun=true").text("digest");

      Rig.Reply stale = put(rig, "?digest=0000");
      assertThat(stale.status()).as(stale.body()).isEqualTo(409);
      assertThat(rig.get("/api/v1/commits").json().path("items")).isEmpty();
      assertThat(put(rig, "?digest=" + digest).status()).isEqualTo(202);
    }
  }

  @Test
  void aDryRunSaysWhyNothingCanBeWrittenNow() {
    try (Rig rig = new Rig(folder)) {
      assertThat(put(rig, "?dryRun=true").json().has("blocked")).isFalse();

      assertThat(rig.post("/api/v1/freeze", "").status()).isEqualTo(200);

      assertThat(put(rig, "?dryRun=true").text("blocked")).contains("losslessd thaw");
      assertThat(rig.post("/api/v1/plans", "").text("blocked")).contains("writing is frozen");
    }
  }

  private static Rig.Reply put(Rig rig, String query) {
    return rig.put(PFC + query, LOSSLESS, "*");
  }
}
