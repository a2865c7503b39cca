package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.PortCount;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where nothing is wanted, or no port is there, nobody says that all is as wanted. */
class EmptyWishTest {
  @TempDir Path folder;

  @Test
  void aPlanOfNothingSaysThatNothingIsWanted() {
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.post("/api/v1/plans", "").json().path("notes").toString())
          .isEqualTo("[\"nothing is wanted of any device\"]");

      rig.rdmaPorts = new PortCount(0, OptionalInt.empty());

      assertThat(rig.post("/api/v1/plans", "").json().path("notes").toString())
          .isEqualTo("[\"nothing is wanted of any device\",\"0 RDMA ports found\"]");
      assertThat(rig.get("/api/v1/status").json().path("rdmaPorts").toString())
          .isEqualTo("{\"found\":0}");
      assertThat(rig.get("/api/v1/status").json().at("/settings/wanted").asInt()).isZero();
    }
  }

  @Test
  void aPlanOfAWishHasNoNotes() {
    try (Rig rig = new Rig(folder)) {
      String wish =
          "{\"changes\":[{\"port\":\"gpu01:ens1f0np0\",\"setting\":\"pfc\","
              + "\"value\":{\"lossless\":[3]}}]}";

      assertThat(rig.post("/api/v1/plans", wish).json().has("notes")).isFalse();
    }
  }
}
