package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon takes back what cost a link, or the way to a switch. */
class ComingBackTest {
  private static final String PORT = "gpu01:ens1f0np0";
  private static final String SOON = "commit: { settle: 6s, returnWithin: 2s }\n";

  @TempDir private Path folder;

  @Test
  void aLinkThatDoesNotTrainAgainUndoesTheCommit() throws Exception {
    try (Stage stage = new Stage(folder, "enforce", SOON)) {
      stage.start();
      assertThat(stage.type("set", PORT, "pfc", "3", "--wait").code()).isZero();
      stage.tell("dark " + PORT + " on");

      Stage.await(() -> state(stage).contains("\"state\":\"rolled-back\""), "not undone");

      assertThat(state(stage))
          .contains("the guard found: " + PORT + " was up before the change and is still down ");
      assertThat(stage.pfc(PORT)).isEqualTo("pfc none");
    }
  }

  @Test
  void aBounceAndALinkThatWasDownBeforeAreNoBreach() throws Exception {
    try (Stage stage = new Stage(folder, "enforce", SOON)) {
      String down = "gpu01:ens2f0np0";
      stage.tell("dark " + down + " on");
      stage.start();
      assertThat(stage.type("set", PORT, "pfc", "3", "--wait").code()).isZero();
      assertThat(stage.type("set", down, "pfc", "3", "--wait").code()).isZero();
      long sweeps = Long.parseLong(sweeps(stage));

      Stage.await(() -> Long.parseLong(sweeps(stage)) > sweeps + 10, "not swept");

      assertThat(stage.get("/api/v1/commits").body()).doesNotContain("rolled-back", "undoing");
    }
  }

  /** Time of the last sweep of a port, in seconds; one is taken in each. */
  private static String sweeps(Stage stage) {
    return stage
        .get("/metrics")
        .body()
        .lines()
        .filter(
            line -> line.startsWith("roce_target_last_success_timestamp_seconds{device=\"gpu01\""))
        .findFirst()
        .map(line -> line.substring(line.lastIndexOf(' ') + 1).split("\\.")[0])
        .orElse("0");
  }

  @Test
  void aSwitchThatAnswersNobodyAfterItsChangeIsUndoneWhenItIsBack() throws Exception {
    try (Stage stage = withLeaf()) {
      assertThat(
              stage.type("set", "leaf1:Ethernet1/1", "pfc", "3", "--accept-scope", "--wait").code())
          .isZero();
      stage.tell("vanish leaf1");

      Stage.await(() -> state(stage).contains("\"state\":\"undoing\""), "the path is not missed");
      assertThat(state(stage))
          .contains("the guard found: leaf1 answers neither ssh nor snmp since the change");
      stage.tell("return leaf1");
      Stage.await(() -> state(stage).contains("\"state\":\"rolled-back\""), "not undone");
    }
  }

  @Test
  void aChangeOfTheHostThatCostsAllSwitchesIsUndone() throws Exception {
    try (Stage stage = withLeaf()) {
      assertThat(stage.type("set", PORT, "pfc", "3", "--wait").code()).isZero();
      stage.tell("vanish leaf1");

      Stage.await(() -> state(stage).contains("\"state\":\"rolled-back\""), "not undone");

      assertThat(state(stage))
          .contains("none of the 1 devices that this host reached before the change has answered");
      assertThat(stage.pfc(PORT)).isEqualTo("pfc none");
    }
  }

  private Stage withLeaf() throws IOException {
    Stage stage = new Stage(folder, "enforce", SOON);
    stage.manage("leaf1");
    stage.start();
    Stage.await(() -> stage.type("get", "leaf1:Ethernet1/1", "pfc").code() == 0, "leaf1 is silent");
    return stage;
  }

  private static String state(Stage stage) {
    return stage.get("/api/v1/commits/c-000001").body();
  }
}
