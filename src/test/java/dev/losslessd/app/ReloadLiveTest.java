package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.store.AuditText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another config while the real daemon writes, undoes and guards. */
@SystemGroup
class ReloadLiveTest {
  private static final String PORT = "gpu01:ens1f0np0";
  private static final String NEVER =
      "windows: [{ days: [%s], from: \"00:00\", to: \"00:01\", zone: UTC }]\n";

  @TempDir private Path folder;

  @Test
  void aGuardThatFiresWhileTheFileIsReadUndoes() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "commit: { settle: 1s }\n")) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      String text = Files.readString(fixture.config);
      pipe(fixture.config);
      Reloads.hangUp(fixture);

      DaemonFixture.await(
          () -> {
            fixture.tell("drop " + PORT + " 3 2");
            return fixture.get("/api/v1/commits/c-000001").body().contains("\"rolled-back\"");
          },
          "the guard did not undo");

      assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");
      assertThat(log()).doesNotContain("config reloaded");
      Files.writeString(fixture.config, text.replace("nic: 1s", "nic: 2s"));
      awaitLog("config reloaded: poll.nic: 1s -> 2s");
    }
  }

  @Test
  void aWindowThatEndsWhileTheFileIsReadEnds() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes", "--confirm-within", "10s").code())
          .isZero();
      String text = Files.readString(fixture.config);
      pipe(fixture.config);
      Reloads.hangUp(fixture);

      DaemonFixture.await(
          () -> fixture.get("/api/v1/commits/c-000001").body().contains("\"rolled-back\""),
          "the window does not end");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");
      Files.writeString(fixture.config, text.replace("nic: 1s", "nic: 2s"));
      awaitLog("config reloaded: poll.nic: 1s -> 2s");
    }
  }

  @Test
  void aReloadWhileANicIsWrittenIsTakenAndTheCommitComesToItsEnd() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      fixture.tell("stall " + PORT + " 600 1000000");
      assertThat(
              fixture.put("/api/v1/ports/gpu01/ens1f0np0/pfc", "{\"lossless\":[3]}").statusCode())
          .isEqualTo(202);

      Reloads.edit(
          fixture,
          text -> text.replace("nic: 1s", "nic: 2s") + "limits: { devicesPerCommit: 1 }\n");
      DaemonFixture.Typed taken = fixture.type("config", "apply", "--yes");
      assertThat(fixture.get("/api/v1/commits/c-000001").body()).contains("\"applying\"");

      assertThat(taken.code()).as(taken.text()).isZero();
      fixture.tell("stall " + PORT + " 0 1");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/commits/c-000001").body().contains("awaiting-confirm"),
          "the commit does not end");
      assertThat(fixture.type("confirm", "--yes").code()).isZero();
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");
    }
  }

  @Test
  void aReloadDuringAnUndoIsTakenAndTheUndoComesToItsEnd() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      fixture.tell("stall " + PORT + " 600 1000000");
      Thread cancel = Thread.ofPlatform().start(() -> fixture.type("cancel", "--yes"));
      DaemonFixture.await(
          () -> fixture.get("/api/v1/commits/c-000001").body().contains("\"undoing\""),
          "nothing is undone");

      Reloads.edit(fixture, text -> text.replace("nic: 1s", "nic: 2s"));
      DaemonFixture.Typed taken = fixture.type("config", "apply", "--yes");
      Reloads.edit(fixture, text -> text.replace("mode: enforce", "mode: observe"));
      DaemonFixture.Typed left = fixture.type("config", "apply", "--yes");

      assertThat(taken.code()).as(taken.text()).isZero();
      assertThat(left.code()).as(left.text()).isEqualTo(1);
      assertThat(left.text()).contains("commit c-000001 is open");
      fixture.tell("stall " + PORT + " 0 1");
      cancel.join();
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc none");
      assertThat(fixture.get("/api/v1/commits/c-000001").body()).contains("\"rolled-back\"");
    }
  }

  @Test
  void aSwitchThatIsWrittenIsNotLeftOutBeforeThatHasItsEnd() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      String without = Files.readString(fixture.config);
      fixture.manage("leaf1");
      fixture.tell("foreign leaf1 " + LinkTest.ROCE);
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
          "leaf1 is not read");
      String with = Files.readString(fixture.config);
      fixture.tell("stall leaf1 300 1000000");
      assertThat(
              fixture.put("/api/v1/ports/leaf1/Ethernet1%2F1/mtu", "{\"bytes\":9216}").statusCode())
          .isEqualTo(202);
      Files.writeString(fixture.config, without + "limits: { devicesPerCommit: 5 }\n");
      DaemonFixture.Typed refused = fixture.type("config", "apply", "--yes");

      assertThat(refused.code()).as(refused.text()).isEqualTo(1);
      assertThat(refused.text())
          .contains("commit c-000001 is being written or taken back on one of [leaf1]");
      Files.writeString(fixture.config, with.replace("nic: 1s", "nic: 2s"));
      assertThat(fixture.type("config", "apply", "--yes").code()).as("another key").isZero();
      fixture.tell("stall leaf1 0 1");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/commits/c-000001").body().contains("awaiting-confirm"),
          "the commit does not end");
    }
  }

  @Test
  void windowsAndLimitsOfTheNewFileHoldForTheNextCommit() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      Reloads.edit(fixture, text -> text + "limits: { bouncesPerCommit: 0 }\n");
      assertThat(fixture.type("config", "apply", "--yes").code()).isZero();
      DaemonFixture.Typed bounce = fixture.type("set", PORT, "pfc", "3", "--yes");
      assertThat(bounce.code()).as(bounce.text()).isEqualTo(1);
      assertThat(bounce.text()).contains("limits");

      Reloads.edit(
          fixture,
          text -> text.replace("limits: { bouncesPerCommit: 0 }\n", NEVER.formatted(notToday())));
      assertThat(fixture.type("config", "apply", "--yes").code()).isZero();
      DaemonFixture.Typed shut = fixture.type("set", PORT, "pfc", "3", "--yes");
      assertThat(shut.code()).as(shut.text()).isEqualTo(1);
      assertThat(shut.text()).contains("window").doesNotContain("limits");

      Reloads.edit(fixture, text -> text.replace(NEVER.formatted(notToday()), ""));
      Reloads.hangUp(fixture);
      awaitLog("config reloaded: windows");
      DaemonFixture.await(
          () ->
              log().lines().filter(line -> line.contains("config reloaded: windows")).count() == 2,
          "the window stays");
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
    }
  }

  /** A day that is neither today nor about to be. */
  private static String notToday() {
    DayOfWeek day = LocalDate.now(ZoneOffset.UTC).getDayOfWeek();
    return day.plus(3).name().substring(0, 3).toLowerCase(Locale.ROOT);
  }

  @Test
  void theSettleTimeOfTheNewFileHoldsForTheNextGuardAndTheOldOneForAnOpenCommit() throws Exception {
    try (DaemonFixture fixture =
        new DaemonFixture(folder, "enforce", "commit: { settle: 600s }\n")) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      Reloads.edit(fixture, text -> text.replace("settle: 600s", "settle: 1s"));
      assertThat(fixture.type("config", "apply", "--yes").code()).isZero();
      assertThat(fixture.type("confirm", "--yes").code()).isZero();

      assertThat(fixture.type("set", PORT, "pfc", "4", "--yes").code()).isZero();

      DaemonFixture.await(
          () -> {
            fixture.tell("drop " + PORT + " 4 2");
            return fixture.get("/api/v1/commits/c-000002").body().contains("\"rolled-back\"");
          },
          "the guard waits for the old settle time");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc 3");
    }
  }

  @Test
  void driftIsRepairedFromTheReloadOn() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "commit: { settle: 1s }\n")) {
      fixture.start();
      assertThat(fixture.type("set", PORT, "pfc", "3", "--yes").code()).isZero();
      assertThat(fixture.type("confirm", "--yes").code()).isZero();
      fixture.tell("foreign " + PORT + " pfc 5");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/drift").body().contains("ens1f0np0"), "no drift is seen");
      assertThat(fixture.pfc(PORT)).isEqualTo("pfc 5");

      Reloads.edit(fixture, text -> text + "drift: { default: repair }\n");
      Reloads.hangUp(fixture);

      awaitLog("config reloaded: drift");
      DaemonFixture.await(() -> fixture.pfc(PORT).equals("pfc 3"), "it is not repaired");
    }
  }

  @Test
  void aPasswordThatIsAnotherFileNowIsTheOneThatTheNextLoginHas() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.manage("leaf1");
      String text = Files.readString(fixture.config);
      Path wrong = folder.resolve("wrong");
      Files.writeString(wrong, "not-it\n");
      Files.writeString(
          fixture.config,
          text.replace(
              "password: \"file:" + folder + "/secret\"", "password: \"file:" + wrong + "\""));
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/findings").body().contains("\"login-refused\""),
          "the wrong password is not told");

      Files.writeString(fixture.config, text);
      DaemonFixture.Typed taken = fixture.type("config", "apply", "--yes");

      assertThat(taken.code()).as(taken.text()).isZero();
      assertThat(taken.text())
          .contains(
              "switches[leaf1].ssh.password: file:" + wrong + " -> file:" + folder + "/secret")
          .doesNotContain("not-it");
      DaemonFixture.await(
          () -> fixture.tell("log leaf1 logins").size() > 1, "it is not logged in to");
      DaemonFixture.await(
          () -> !fixture.get("/api/v1/findings").body().contains("\"login-refused\""),
          "the finding stays");
    }
  }

  @Test
  void aHundredSignalsInASecondAreFewReadingsAndTheLastFileIsInForce() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.start();
      Reloads.edit(fixture, text -> text.replace("nic: 1s", "nic: 2s"));
      String pid = String.valueOf(fixture.daemon().pid());
      int code =
          new ProcessBuilder("sh", "-c", "for n in $(seq 100); do kill -HUP " + pid + "; done")
              .inheritIO()
              .start()
              .waitFor();
      assertThat(code).isZero();
      Reloads.edit(fixture, text -> text.replace("nic: 2s", "nic: 3s"));
      Reloads.hangUp(fixture);

      awaitLog("config reloaded: poll.nic: ");
      DaemonFixture.await(() -> log().contains("-> 3s"), "the last file is not in force");
      assertThat(fixture.get("/readyz").statusCode()).isEqualTo(200);
      assertThat(fixture.get("/metrics").body())
          .contains("losslessd_config_last_reload_successful 1.0");
      assertThat(Pattern.compile("\"event\":\"reloaded\"").matcher(audit()).results().count())
          .isBetween(1L, 101L);
    }
  }

  @Test
  void aReloadThatCannotBeKeptIsTakenAndToldUntilItIsKept() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      fixture.start();
      Path kept = folder.resolve("state/config.kept.yaml");
      Path inTheWay = Files.createDirectory(folder.resolve("state/config.kept.yaml.new"));

      Reloads.edit(fixture, text -> text.replace("nic: 1s", "nic: 2s"));
      assertThat(fixture.type("config", "apply", "--yes").code()).isZero();

      awaitLog("config reloaded: poll.nic: 1s -> 2s");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/findings").body().contains("\"config-not-kept\""),
          "nobody says so");
      assertThat(Files.readString(kept)).contains("nic: 1s");
      Files.delete(inTheWay);
      DaemonFixture.await(
          () -> !fixture.get("/api/v1/findings").body().contains("\"config-not-kept\""),
          "it is not kept");
      assertThat(Files.readString(kept)).contains("nic: 2s");
    }
  }

  private static void pipe(Path file) throws Exception {
    Files.delete(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
  }

  private String audit() throws IOException {
    return AuditText.of(folder.resolve("state"));
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
}
