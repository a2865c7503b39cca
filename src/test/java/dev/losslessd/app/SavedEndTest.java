package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real daemon, and a switch that is not saved after a confirm and then reboots. */
@SystemGroup
class SavedEndTest {
  private static final String PORT = "leaf1:Ethernet1/1";

  /** A switch that has hung up is left alone for 10 s, then for 20, then for 40. */
  private static final Duration BACK = Duration.ofSeconds(90);

  @TempDir private Path folder;

  private DaemonFixture started() throws Exception {
    return started("");
  }

  private DaemonFixture started(String more) throws Exception {
    DaemonFixture fixture = new DaemonFixture(folder, "enforce", more);
    fixture.manage("leaf1");
    fixture.start();
    DaemonFixture.await(
        () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
        "the switch is not read");
    return fixture;
  }

  private static String findings(DaemonFixture fixture) {
    return fixture.get("/api/v1/findings").body();
  }

  @Test
  void whatIsConfirmedAndNotSavedIsSaidAtOnceAndUntilItIsSaved() throws Exception {
    try (DaemonFixture fixture = started()) {
      DaemonFixture.Typed set = fixture.type("set", PORT, "mtu", "9216", "--confirm");
      assertThat(set.code()).as(set.text()).isZero();
      assertThat(set.text())
          .contains("leaf1 will lose this change at its next reboot", "'losslessd save leaf1'");
      DaemonFixture.await(() -> findings(fixture).contains("\"unsaved\""), "no finding");
      assertThat(findings(fixture)).contains("mtu 9216");

      assertThat(fixture.type("save", "leaf1", "--yes").code()).isZero();
      DaemonFixture.await(() -> !findings(fixture).contains("\"unsaved\""), "the finding stays");
      DaemonFixture.Typed again = fixture.type("set", PORT, "mtu", "9216", "--confirm");
      assertThat(again.text()).doesNotContain("will lose");
    }
  }

  @Test
  void aRebootIsOneFindingThatSaysWhatIsGone() throws Exception {
    try (DaemonFixture fixture = started()) {
      assertThat(fixture.type("set", PORT, "mtu", "9216", "--confirm").code()).isZero();
      DaemonFixture.await(() -> !findings(fixture).contains("\"drift\""), "it is adrift");

      fixture.tell("reboot leaf1");

      DaemonFixture.await(BACK, () -> findings(fixture).contains("\"rebooted\""), "no finding");
      assertThat(findings(fixture))
          .contains(" and came up with its startup configuration: 1 setting gone, " + PORT)
          .doesNotContain("\"drift\"", "\"contract\"");
      assertThat(fixture.get("/api/v1/drift").body()).contains("a reboot of leaf1");
      DaemonFixture.await(BACK, () -> starts(fixture).contains(" lost\n"), "it is not kept");
      DaemonFixture.Typed applied = fixture.type("apply", "--yes", "--confirm");
      assertThat(applied.code()).as(applied.text()).isZero();
      DaemonFixture.await(() -> !findings(fixture).contains("\"rebooted\""), "the finding stays");
      DaemonFixture.await(BACK, () -> !starts(fixture).contains(" lost\n"), "it is still kept");
    }
  }

  private static String starts(DaemonFixture fixture) {
    try {
      return Files.readString(fixture.folder.resolve("state/starts/leaf1.note"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRebootWhileTheDaemonIsDownIsSeenAtItsNextStart() throws Exception {
    try (DaemonFixture fixture = started()) {
      assertThat(fixture.type("set", PORT, "mtu", "9216", "--confirm").code()).isZero();
      DaemonFixture.await(() -> !findings(fixture).contains("\"drift\""), "it is adrift");
      fixture.end(true);

      fixture.tell("reboot leaf1");
      fixture.start();

      DaemonFixture.await(BACK, () -> findings(fixture).contains("\"rebooted\""), "no finding");
      assertThat(findings(fixture))
          .contains("1 setting gone, " + PORT)
          .doesNotContain("\"drift\"", "\"contract\"");
    }
  }

  @Test
  void aRepairAfterARebootSaysSo() throws Exception {
    try (DaemonFixture fixture = started("drift: { classes: { mtu: repair } }\n")) {
      assertThat(fixture.type("set", PORT, "mtu", "9216", "--confirm").code()).isZero();

      fixture.tell("reboot leaf1");

      DaemonFixture.await(
          BACK,
          () -> fixture.type("commits").text().contains("mtu, by a reboot of leaf1"),
          "no repair that knows it");
    }
  }

  @Test
  void aConfirmAfterARebootSaysThatTheSwitchWasStartedAgain() throws Exception {
    try (DaemonFixture fixture = started()) {
      DaemonFixture.Typed set = fixture.type("set", PORT, "mtu", "9216", "--yes");
      assertThat(set.code()).as(set.text()).isZero();
      fixture.tell("reboot leaf1");
      DaemonFixture.await(BACK, () -> findings(fixture).contains("\"rebooted\""), "no finding");

      DaemonFixture.Typed confirmed = fixture.type("confirm", "--yes");

      assertThat(confirmed.code()).isNotZero();
      assertThat(confirmed.text() + fixture.type("commits", "c-000001").text())
          .contains("was started again after it was written");
    }
  }
}
