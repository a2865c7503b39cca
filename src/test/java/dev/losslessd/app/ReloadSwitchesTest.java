package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Switches that come, go and change while the real daemon runs. */
@SystemGroup
class ReloadSwitchesTest {
  private static final String LEAF = "leaf1:Ethernet1/1";
  private static final String GOOD = "losslessd_config_last_reload_successful 1.0";

  @TempDir private Path folder;

  @Test
  void aSwitchComesAndGoesAndAnotherOneKeepsItsSession() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.manage("leaf1");
      fixture.start();
      DaemonFixture.await(() -> reads(fixture, LEAF), "leaf1 is not read");
      int logins = logins(fixture, "leaf1");

      String one = Files.readString(fixture.config);
      fixture.add("leaf2", "[Ethernet1/1]");
      DaemonFixture.Typed added = fixture.type("config", "apply", "--yes", "--changed-exit");

      assertThat(added.code()).as(added.text()).isEqualTo(10);
      assertThat(added.text()).contains("switches[leaf2]: added");
      DaemonFixture.await(() -> reads(fixture, "leaf2:Ethernet1/1"), "leaf2 is not read");
      assertThat(fixture.get("/api/v1/switches").body()).contains("\"leaf2\"");
      DaemonFixture.await(() -> connections(fixture, "leaf2") > 0, "leaf2 is not logged in to");

      Files.writeString(fixture.config, one.replace("ssh: 10s", "ssh: 20s"));
      Reloads.hangUp(fixture);

      DaemonFixture.await(
          () -> !fixture.get("/api/v1/switches").body().contains("\"leaf2\""), "leaf2 stays");
      DaemonFixture.await(() -> !reads(fixture, "leaf2:Ethernet1/1"), "counters of leaf2 stay");
      assertThat(fixture.get("/api/v1/switches").body()).doesNotContain("\"leaf2\"");
      DaemonFixture.await(
          () -> connections(fixture, "leaf2") == 0, "the session of leaf2 stays open");
      assertThat(reads(fixture, LEAF)).isTrue();
      assertThat(logins(fixture, "leaf1")).isEqualTo(logins);
    }
  }

  @Test
  void aSwitchWithAnOpenCommitThatIsLeftOutIsACriticalFinding() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      String without = Files.readString(fixture.config);
      fixture.manage("leaf1");
      fixture.tell("foreign leaf1 " + LinkTest.ROCE);
      fixture.start();
      DaemonFixture.await(() -> reads(fixture, LEAF), "leaf1 is not read");
      assertThat(fixture.type("set", LEAF, "pfc", "3", "--yes").code()).isZero();

      Files.writeString(fixture.config, without);
      assertThat(fixture.type("config", "apply", "--yes").code()).isZero();

      DaemonFixture.await(
          () -> fixture.get("/api/v1/findings").body().contains("leaf1 is not in the config"),
          "no finding");
    }
  }

  @Test
  void aSwitchThatHangsIsLeftOutAtOnce() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      String without = Files.readString(fixture.config);
      fixture.manage("leaf1");
      fixture.start();
      DaemonFixture.await(() -> connections(fixture, "leaf1") > 0, "leaf1 is not logged in to");
      fixture.tell("stall leaf1 600000");
      Thread plan =
          Thread.ofPlatform().start(() -> fixture.type("set", LEAF, "pfc", "3", "--dry-run"));
      DaemonFixture.await(
          () -> plan.isAlive() && plan.getState() != Thread.State.NEW, "it does not hang");

      Files.writeString(fixture.config, without);
      long begun = System.nanoTime();
      DaemonFixture.Typed taken = fixture.type("config", "apply", "--yes");

      assertThat(taken.code()).as(taken.text()).isZero();
      assertThat((System.nanoTime() - begun) / 1_000_000).as("ms").isLessThan(10_000);
      DaemonFixture.await(() -> connections(fixture, "leaf1") == 0, "its session stays open");
      plan.join();
      assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aThousandSwitchesComeAndGo() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      String without = Files.readString(fixture.config);
      fixture.start();
      StringBuilder many = new StringBuilder(without).append("switches:\n");
      for (int n = 0; n < 1000; n++) {
        many.append(
            """
              - name: spine%d
                address: 127.0.0.1
                os: nxos
                snmp: { version: 2c, port: 9, community: "file:%s" }
                poll: { snmp: 60s }
                ports: [Ethernet1/1]
            """
                .formatted(n, fixture.config));
      }
      Files.writeString(fixture.config, many.toString());

      DaemonFixture.Typed come = fixture.type("config", "apply", "--yes");
      assertThat(come.code()).as(come.text()).isZero();
      assertThat(come.text()).contains("and 960 more");
      DaemonFixture.await(
          () -> fixture.get("/metrics").body().contains(GOOD), "the reload is not counted as good");
      Files.writeString(fixture.config, without);
      assertThat(fixture.type("config", "apply", "--yes").code()).isZero();

      assertThat(fixture.get("/api/v1/switches").body()).doesNotContain("spine");
      assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
    }
  }

  private static boolean reads(DaemonFixture fixture, String port) {
    return fixture.get("/api/v1/counters").body().contains(port);
  }

  /** Times that a leaf was logged in to, as it counts them itself. */
  private static int logins(DaemonFixture fixture, String leaf) {
    return fixture.tell("log " + leaf + " logins").size();
  }

  /** Connections to the SSH of a leaf that the kernel has. */
  private static long connections(DaemonFixture fixture, String leaf) {
    try {
      int port =
          Integer.parseInt(
              Files.readString(fixture.fabric.dir().resolve(leaf).resolve("ssh.port")).strip());
      String open = ":%04X 01 ".formatted(port);
      return Stream.of("tcp", "tcp6")
          .map(table -> Path.of("/proc/net", table))
          .flatMap(ReloadSwitchesTest::lines)
          .filter(line -> line.contains(open))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
