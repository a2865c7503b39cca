package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit is open on a switch, and the config is changed under it. */
@SystemGroup
class OutOfReachTest {
  private static final String COMMIT = "c-000001";

  @TempDir private Path folder;
  private DaemonFixture fixture;
  private String managed;

  @BeforeEach
  void begin() throws Exception {
    fixture = new DaemonFixture(folder, "enforce");
    fixture.manage("leaf1");
    managed = Files.readString(fixture.config);
    fixture.start();
    DaemonFixture.await(
        () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
        "the switch is not read");
    DaemonFixture.Typed set = fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--yes");
    assertThat(set.code()).as(set.text()).isZero();
    fixture.end(true);
  }

  @AfterEach
  void close() throws IOException {
    fixture.close();
  }

  @Test
  void aSwitchThatIsNotManagedAnyMoreKeepsItsUndoUntilItIsPutBack() throws Exception {
    start(managed.replace("manage: true", "manage: false"));

    assertThat(log()).contains("leaf1 has 'manage: false' in the config, and commit " + COMMIT);
    awaitFinding(
        "leaf1 has 'manage: false' in the config, and commit c-000001 is awaiting-confirm");
    assertThat(fixture.get("/api/v1/findings").body()).contains("\"out-of-reach\"");
    fixture.type("cancel", "--yes", COMMIT);
    awaitFinding("leaf1 has 'manage: false' in the config; c-000001 is to be taken back");
    assertThat(fixture.tell("state leaf1")).contains("  mtu 9216");
    assertThat(fixture.get("/metrics").body())
        .contains("losslessd_undo_outstanding{device=\"leaf1\"} 1");
    fixture.end(true);

    start(managed);
    DaemonFixture.await(
        () -> fixture.type("commits").text().contains("rolled-back"), "the undo is not finished");
    assertThat(fixture.tell("state leaf1")).doesNotContain("  mtu 9216");
  }

  @Test
  void aSwitchThatIsGoneFromTheConfigIsNamedUntilItsUndoIsGivenUp() throws Exception {
    start(managed.substring(0, managed.indexOf("switches:")));

    awaitFinding(
        "leaf1 is not in the config of this agent, which is on gpu01, and commit c-000001");
    fixture.type("cancel", "--yes", COMMIT);
    awaitFinding("leaf1 is not in the config of this agent, which is on gpu01; c-000001 is to be");
    assertThat(fixture.get("/api/v1/findings").body())
        .contains("put leaf1 back as it was", "'losslessd abandon c-000001 --reason ...'");
    assertThat(fixture.type("commits", COMMIT).text()).contains("leaf1 is not in the config");
    assertThat(fixture.get("/metrics").body())
        .contains("losslessd_undo_outstanding{device=\"leaf1\"} 1");

    assertThat(fixture.type("abandon", COMMIT, "--yes", "--reason", "leaf1 is scrap").code())
        .isZero();
    DaemonFixture.await(
        () -> !fixture.get("/api/v1/findings").body().contains(COMMIT), "the finding does not go");
    assertThat(fixture.type("commits").text()).contains("abandoned");
  }

  private void start(String config) throws IOException {
    Files.writeString(fixture.config, config);
    fixture.start();
  }

  private void awaitFinding(String text) {
    DaemonFixture.await(
        () -> {
          String body = fixture.get("/api/v1/findings").body();
          return body.contains(text) && body.contains("critical");
        },
        "no finding '" + text + "'");
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("daemon.log"));
  }
}
