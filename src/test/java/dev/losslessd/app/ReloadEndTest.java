package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.AuditText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real daemon takes another config over without a restart: as a whole or not at all. */
@SystemGroup
class ReloadEndTest {
  private static final String PORT = "gpu01:ens1f0np0";
  private static final String GOOD = "losslessd_config_last_reload_successful 1.0";
  private static final String BAD = "losslessd_config_last_reload_successful 0.0";

  private static final String POLICY =
      """
      policy:
        classes:
          - { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50% }
          - { name: cnp, priority: 6, dscp: [48], scheduling: strict }
      """;

  @TempDir private Path folder;

  @Test
  void aSignalTakesAnotherPollPeriodAndKeepsTheProcess() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.start();
      long pid = fixture.daemon().pid();
      assertThat(interval(fixture)).isEqualTo("1.0");

      Reloads.edit(fixture, text -> text.replace("nic: 1s", "nic: 2s"));
      Reloads.hangUp(fixture);

      awaitLog("config reloaded: poll.nic: 1s -> 2s");
      DaemonFixture.await(() -> interval(fixture).equals("2.0"), "the period is as before");
      assertThat(fixture.daemon().isAlive()).isTrue();
      assertThat(fixture.daemon().pid()).isEqualTo(pid);
      assertThat(fixture.get("/metrics").body()).contains(GOOD);
      assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
      assertThat(AuditText.of(folder.resolve("state")))
          .contains("\"event\":\"reloaded\",\"actor\":\"signal\",\"from\":\"SIGHUP\"")
          .contains("poll.nic");
    }
  }

  @Test
  void aBrokenFileChangesNothingAndIsToldEverywhereUntilItIsRight() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.start();
      String good = Files.readString(fixture.config);
      Reloads.edit(
          fixture, text -> text.replace("nic: 1s", "nic: 2s") + "limits: { devices: many }\n");

      Reloads.hangUp(fixture);

      awaitLog("config not reloaded: " + fixture.config + ":7:11: limits.devices: unknown key");
      assertThat(interval(fixture)).isEqualTo("1.0");
      DaemonFixture.await(() -> fixture.get("/metrics").body().contains(BAD), "no metric");
      assertThat(fixture.get("/api/v1/status").body())
          .contains("\"type\":\"Configured\",\"status\":\"False\",\"reason\":\"ReloadRefused\"");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/findings").body().contains("\"config-not-in-force\""),
          "no finding");
      DaemonFixture.Typed tried = fixture.type("config", "apply", "--yes");
      assertThat(tried.code()).as(tried.text()).isEqualTo(1);
      assertThat(tried.text()).contains("Not taken").contains(":7:11: limits.devices");

      Files.writeString(fixture.config, good);
      DaemonFixture.Typed right = fixture.type("config", "apply", "--yes", "--changed-exit");

      assertThat(right.code()).as(right.text()).isZero();
      assertThat(right.text()).contains("The file says what is in force.");
      assertThat(fixture.get("/metrics").body()).contains(GOOD);
      DaemonFixture.await(
          () -> !fixture.get("/api/v1/findings").body().contains("\"config-not-in-force\""),
          "the finding stays");
    }
  }

  @Test
  void oneKeyThatNeedsARestartKeepsAllBack() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.start();
      Reloads.edit(
          fixture,
          text ->
              text.replace("nic: 1s", "nic: 2s")
                  .replace("socket: " + folder + "/s", "socket: " + folder + "/t"));

      DaemonFixture.Typed seen = fixture.type("config", "apply", "--dry-run");
      DaemonFixture.Typed tried = fixture.type("config", "apply", "--yes");

      assertThat(seen.text())
          .contains("poll.nic: 1s -> 2s")
          .contains("http.socket: " + folder + "/s -> " + folder + "/t (needs a restart)")
          .contains("http.socket: takes effect at a restart only");
      assertThat(seen.code()).isEqualTo(1);
      assertThat(tried.code()).as(tried.text()).isEqualTo(1);
      assertThat(interval(fixture)).isEqualTo("1.0");
    }
  }

  @Test
  void anotherPolicyIsWantedAndNotWrittenBeforeItIsApplied() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      assertThat(fixture.type("diff").text()).doesNotContain(PORT);

      Reloads.edit(fixture, text -> text + POLICY);
      Reloads.hangUp(fixture);

      awaitLog("config reloaded: policy.classes");
      DaemonFixture.await(
          () -> fixture.type("plan").text().contains(PORT), "the policy is not planned");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");
    }
  }

  @Test
  void anOpenWindowAndItsGuardSurviveAReload() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "commit: { settle: 1s }\n")) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      String deadline = fixture.get("/api/v1/commits/c-000001").body().split("\"deadline\":\"")[1];

      Reloads.edit(
          fixture,
          text -> text.replace("settings: 1s", "settings: 2s").replace("nic: 1s", "nic: 2s"));
      Reloads.hangUp(fixture);
      awaitLog("config reloaded: poll.settings: 1s -> 2s");

      assertThat(fixture.get("/api/v1/commits/c-000001").body())
          .contains("\"awaiting-confirm\"")
          .contains(deadline.substring(0, 20));
      DaemonFixture.await(
          () -> {
            fixture.tell("drop " + PORT + " 3 2");
            return fixture.get("/api/v1/commits").body().contains("\"state\":\"rolled-back\"");
          },
          "the guard did not undo");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");
    }
  }

  @Test
  void enforcementIsNotLeftWhileACommitIsOpenAndBeginsWithoutARestart() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.start();
      Reloads.edit(fixture, text -> text.replace("mode: observe", "mode: enforce"));
      assertThat(fixture.type("config", "apply", "--yes").text())
          .contains("mode: observe -> enforce");
      assertThat(fixture.get("/metrics").body()).contains("mode=\"enforce\"");
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();

      Reloads.edit(fixture, text -> text.replace("mode: enforce", "mode: observe"));
      DaemonFixture.Typed refused = fixture.type("config", "apply", "--yes");

      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.text()).contains("commit c-000001 is open");
      assertThat(fixture.type("confirm", "--yes").code()).isZero();
      assertThat(fixture.type("config", "apply", "--yes").code()).isZero();
      assertThat(fixture.type("set", PORT, "pfc", "4", "--yes").text()).contains("mode is observe");
    }
  }

  @Test
  void aStartWithABrokenFileGoesOnWithWhatWasInForceLast() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      fixture.end(true);
      String good = Files.readString(fixture.config);
      Reloads.edit(fixture, text -> text + "limits: { devices: many }\n");

      fixture.start();

      assertThat(log())
          .contains("losslessd: goes on with the config that was in force last")
          .contains("limits.devices: unknown key");
      assertThat(fixture.get("/api/v1/commits/c-000001").body()).contains("awaiting-confirm");
      assertThat(fixture.get("/metrics").body())
          .contains(BAD)
          .contains("losslessd_config_last_reload_success_timestamp_seconds 0.0");
      assertThat(fixture.get("/api/v1/status").body()).contains("\"StartedFromKept\"");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/findings").body().contains("\"config-not-in-force\""),
          "no finding");

      Files.writeString(fixture.config, good);
      assertThat(fixture.type("config", "apply", "--yes").code()).isZero();
      assertThat(fixture.get("/metrics").body()).contains(GOOD);
    }
  }

  @Test
  void twentySignalsAtOnceDoNotEndIt() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.launch();
      for (int n = 0; n < 20; n++) {
        boolean odd = n % 2 == 1;
        Reloads.edit(
            fixture,
            text -> odd ? text.replace("nic: 1s", "nic: 2s") : text.replace("nic: 2s", "nic: 1s"));
        Reloads.hangUp(fixture);
      }

      DaemonFixture.await(() -> interval(fixture).equals("2.0"), "the last file is not in force");
      assertThat(fixture.get("/metrics").body()).contains(GOOD);
    }
  }

  @Test
  void tokenWindowsAndLimitsAreThoseOfTheNewFile() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Path secret = Files.writeString(folder.resolve("other"), "b".repeat(40) + "\n");
      fixture.start();
      assertThat(fixture.post("/api/v1/config:reload", "{\"dryRun\":true}").statusCode())
          .isEqualTo(200);

      Reloads.edit(
          fixture,
          text ->
              text.replace(
                      "socket: " + folder + "/s",
                      "socket: " + folder + "/s, token: \"file:" + secret + "\"")
                  + "commit: { confirmWithin: 77s }\n"
                  + "limits: { devicesPerCommit: 1, bouncesPerCommit: 1 }\n"
                  + "windows: [{ days: [mon, tue, wed, thu, fri, sat, sun], from: \"00:00\", to:"
                  + " \"00:00\", zone: UTC }]\n");
      assertThat(fixture.post("/api/v1/config:reload", "{}").body()).contains("\"applied\"");

      assertThat(fixture.post("/api/v1/config:reload", "{}").statusCode())
          .as("the former token")
          .isEqualTo(401);
      DaemonFixture.Typed set = fixture.type("set", PORT, "pfc", "3", "--yes");
      assertThat(set.code()).as(set.text()).isZero();
      String deadline =
          fixture.get("/api/v1/commits/c-000001").body().split("\"deadline\":\"")[1].split("\"")[0];
      assertThat(Instant.parse(deadline))
          .isBetween(Instant.now().plusSeconds(30), Instant.now().plusSeconds(78));
    }
  }

  private String log() {
    try {
      return Files.readString(folder.resolve("daemon.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitLog(String line) {
    DaemonFixture.await(() -> log().contains(line), "not in the log: " + line);
  }

  /** Seconds between two reads of the first port. */
  private static String interval(DaemonFixture fixture) {
    String name =
        "roce_reader_interval_seconds{device=\"gpu01\",port=\"ens1f0np0\",reader=\"full\"} ";
    return fixture
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> String.valueOf(Double.parseDouble(line.substring(name.length()))))
        .findFirst()
        .orElse("none");
  }
}
