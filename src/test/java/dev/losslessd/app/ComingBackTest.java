package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon takes back what cost a link, or the way to a switch. */
@SystemGroup
class ComingBackTest {
  private static final String PORT = "gpu01:ens1f0np0";
  private static final String SOON = "commit: { settle: 6s, returnWithin: 2s }\n";

  @TempDir private Path folder;

  @Test
  void aLinkThatDoesNotTrainAgainUndoesTheCommit() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", SOON)) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      fixture.tell("dark " + PORT + " on");

      DaemonFixture.await(() -> state(fixture).contains("\"state\":\"rolled-back\""), "not undone");

      assertThat(state(fixture))
          .contains("the guard found: " + PORT + " was up before the change and is still down ");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");
    }
  }

  @Test
  void aBounceAndALinkThatWasDownBeforeAreNoBreach() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", SOON)) {
      String down = "gpu01:ens2f0np0";
      fixture.tell("dark " + down + " on");
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      assertThat(fixture.type("set", down, "pfc", "3", "--yes").code()).isZero();
      long sweeps = Long.parseLong(sweeps(fixture));

      DaemonFixture.await(() -> Long.parseLong(sweeps(fixture)) > sweeps + 10, "not swept");

      assertThat(fixture.get("/api/v1/commits").body()).doesNotContain("rolled-back", "undoing");
    }
  }

  /** Time of the last sweep of a port, in seconds; one is taken in each. */
  private static String sweeps(DaemonFixture fixture) {
    return fixture
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
    try (DaemonFixture fixture = withLeaf()) {
      assertThat(
              fixture
                  .type("set", "leaf1:Ethernet1/1", "pfc", "3", "--accept-scope", "--yes")
                  .code())
          .isZero();
      fixture.tell("vanish leaf1");

      DaemonFixture.await(
          () -> state(fixture).contains("\"state\":\"undoing\""), "the path is not missed");
      assertThat(state(fixture))
          .contains("the guard found: leaf1 answers neither ssh nor snmp since the change");
      fixture.tell("return leaf1");
      DaemonFixture.await(() -> state(fixture).contains("\"state\":\"rolled-back\""), "not undone");
    }
  }

  @Test
  void aChangeOfTheHostThatCostsAllSwitchesIsUndone() throws Exception {
    try (DaemonFixture fixture = withLeaf()) {
      assertThat(fixture.type("set", PORT, "pfc", "3", "--waive=one-end=lab", "--yes").code())
          .isZero();
      fixture.tell("vanish leaf1");

      DaemonFixture.await(() -> state(fixture).contains("\"state\":\"rolled-back\""), "not undone");

      assertThat(state(fixture))
          .contains("none of the 1 devices that this host reached before the change has answered");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");
    }
  }

  private DaemonFixture withLeaf() throws IOException {
    DaemonFixture fixture = new DaemonFixture(folder, "enforce", SOON);
    fixture.manage("leaf1");
    fixture.start();
    DaemonFixture.await(
        () -> fixture.type("get", "leaf1:Ethernet1/1", "pfc").code() == 0, "leaf1 is silent");
    return fixture;
  }

  private static String state(DaemonFixture fixture) {
    return fixture.get("/api/v1/commits/c-000001").body();
  }
}
