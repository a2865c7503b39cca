package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real daemon and a switch that was just added to its config, with what is usually wrong. */
@SystemGroup
class FirstHourTest {
  private static final String PORT = "/api/v1/ports/leaf1/Ethernet1/1";

  /** Less than a round of {@code poll.ssh}, which is a minute here. */
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir private Path folder;

  /** A leaf that another agent manages: its settings are read in each fifth round only. */
  private DaemonFixture watching() throws Exception {
    DaemonFixture fixture = new DaemonFixture(folder, "observe");
    fixture.manage("leaf1");
    replace(fixture, "manage: true", "manage: false");
    replace(fixture, "ssh: 10s", "ssh: 60s");
    return fixture;
  }

  private static void replace(DaemonFixture fixture, String what, String by) throws Exception {
    String config = Files.readString(fixture.config);
    assertThat(config).contains(what);
    Files.writeString(fixture.config, config.replace(what, by));
  }

  private static String findings(DaemonFixture fixture) {
    return fixture.get("/api/v1/findings").body();
  }

  @Test
  void aSwitchIsReadAsSoonAsItsKeyIsTrustedAndIsNotGreenBefore() throws Exception {
    try (DaemonFixture fixture = watching()) {
      Path known = Files.createFile(folder.resolve("known"));
      replace(fixture, fixture.fabric.dir().resolve("leaf1/known_hosts").toString(), "" + known);
      fixture.start();
      DaemonFixture.await(
          () -> fixture.type("devices").text().contains("counters only"),
          "the state of a switch that was never read looks like any other");
      assertThat(findings(fixture)).contains("\"host-key\"").doesNotContain("\"unread\"");
      assertThat(fixture.get(PORT).statusCode()).isNotEqualTo(200);

      DaemonFixture.Typed trusted = fixture.type("trust", "leaf1", "--yes");
      assertThat(trusted.code()).as(trusted.text()).isZero();
      DaemonFixture.await(
          SOON, () -> fixture.get(PORT).statusCode() == 200, "it is trusted and not read");
      DaemonFixture.await(
          () -> !fixture.type("devices").text().contains("counters only"), "the state stays");
    }
  }

  @Test
  void aWrongPortOfSshIsNamedAsTheCause() throws Exception {
    try (DaemonFixture fixture = watching()) {
      Path leaf = fixture.fabric.dir().resolve("leaf1");
      replace(fixture, Files.readString(leaf.resolve("ssh.port")).strip() + ",", "1,");
      replace(fixture, Files.readString(leaf.resolve("snmp.port")).strip() + ",", "1,");
      replace(fixture, "[Ethernet1/1]", "[Ethernet1/9]");
      fixture.start();

      DaemonFixture.await(() -> findings(fixture).contains("\"unread\""), "no finding");
      assertThat(findings(fixture))
          .contains("Connection refused", "check 'address' and 'ssh'", "\"unwired\"")
          .contains("fix that connection first; if it works, let the switch send LLDP");
      assertThat(fixture.type("devices").text()).containsPattern("no: .*Connection refused");
    }
  }

  @Test
  void aWrongCommunityIsNoSlowNetwork() throws Exception {
    try (DaemonFixture fixture = watching()) {
      Path wrong = Files.writeString(folder.resolve("wrong"), "not-the-community\n");
      replace(
          fixture, "community: \"file:" + folder.resolve("secret"), "community: \"file:" + wrong);
      fixture.start();

      DaemonFixture.await(
          () -> findings(fixture).contains("a wrong community is met with silence"), "no finding");
      assertThat(findings(fixture)).doesNotContain("slow-device");
    }
  }
}
