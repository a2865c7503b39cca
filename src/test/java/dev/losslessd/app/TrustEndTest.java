package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.store.AuditText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real daemon, and switches with a new host key or another password. */
@SystemGroup
class TrustEndTest {
  private static final String PORT = "leaf1:Ethernet1/1";
  private static final String COMMIT = "c-000001";

  /** A switch that has hung up is left alone for 10 s, then for 20, then for 40. */
  private static final Duration RECONNECTED = Duration.ofSeconds(90);

  @TempDir private Path folder;

  private DaemonFixture started() throws Exception {
    DaemonFixture fixture =
        new DaemonFixture(folder, "enforce", "", List.of(SwitchSystem.NXOS, SwitchSystem.NXOS));
    fixture.manage("leaf1", "nxos", "[Ethernet1/1]");
    fixture.start();
    DaemonFixture.await(
        () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
        "the switch is not read");
    return fixture;
  }

  private static void awaitFinding(DaemonFixture fixture, String text) {
    DaemonFixture.await(
        RECONNECTED,
        () -> fixture.get("/api/v1/findings").body().contains(text),
        "no finding '" + text + "'");
  }

  @Test
  void aSwitchThatIsReplacedInAWindowIsTrustedThenAcceptedAndGetsNothingOfTheOldUndo()
      throws Exception {
    try (DaemonFixture fixture = started()) {
      DaemonFixture.Typed set = fixture.type("set", PORT, "mtu", "9000", "--yes", "--accept-scope");
      assertThat(set.code()).as(set.text()).isZero();
      Path known = fixture.fabric.dir().resolve("leaf1/known_hosts");
      String old = Files.readString(known);
      fixture.tell("replace leaf1");
      fixture.tell("rekey leaf1");
      fixture.tell("log leaf1 clear");

      awaitFinding(fixture, "host-key");
      String finding = fixture.get("/api/v1/findings").body();
      assertThat(finding).contains("HAS CHANGED", "'losslessd trust leaf1'");
      fixture.type("cancel", "--yes", COMMIT);
      DaemonFixture.Typed shown = fixture.type("trust", "leaf1", "--dry-run");
      assertThat(shown.code()).as(shown.text()).isEqualTo(1);
      assertThat(shown.text())
          .contains("(offered no more)", "(changed)", "recorded leaf1: serial FDO2733000A");
      assertThat(Files.readString(known)).isEqualTo(old);
      assertThat(fixture.tell("log leaf1 logins")).containsExactly("ok 0");
      String fingerprint =
          shown
              .text()
              .lines()
              .filter(line -> line.startsWith("  offered"))
              .map(line -> line.replaceAll(".*(SHA256:\\S+).*", "$1"))
              .findFirst()
              .orElseThrow();

      DaemonFixture.Typed stranger =
          fixture.type("trust", "leaf1", "--fingerprint", "SHA256:" + "A".repeat(43));
      assertThat(stranger.code()).as(stranger.text()).isNotZero();
      assertThat(Files.readString(known)).isEqualTo(old);

      DaemonFixture.Typed trusted = fixture.type("trust", "leaf1", "--fingerprint", fingerprint);
      assertThat(trusted.code()).as(trusted.text()).isZero();
      assertThat(trusted.text())
          .contains("Trusted: ecdsa-sha2-nistp256 " + fingerprint)
          .contains("it is    leaf1: serial FDO2733001A")
          .contains("losslessd accept leaf1");
      assertThat(Files.readString(known)).isNotEqualTo(old).hasLineCount(1);
      assertThat(fixture.type("trust", "leaf1", "--yes").text()).contains("nothing to do");
      DaemonFixture.await(
          () -> !fixture.get("/api/v1/findings").body().contains("\"host-key\""),
          "the finding does not go");

      DaemonFixture.await(
          RECONNECTED,
          () -> fixture.type("commits").text().contains("stuck"),
          "the undo goes to another box");
      assertThat(fixture.type("accept", "leaf1", "--reason", "RMA 4711").code()).isZero();
      assertThat(fixture.type("abandon", COMMIT, "--yes", "--reason", "RMA 4711").code()).isZero();
      assertThat(AuditText.of(folder.resolve("state")))
          .contains("\"trusted\"")
          .contains(fingerprint + " in place of ecdsa-sha2-nistp256 SHA256:")
          .contains("host key not trusted: leaf1");
    }
  }

  @Test
  void aSwitchWithANewKeyAloneIsUndoneAfterItIsTrusted() throws Exception {
    try (DaemonFixture fixture = started()) {
      DaemonFixture.Typed set = fixture.type("set", PORT, "mtu", "9000", "--yes", "--accept-scope");
      assertThat(set.code()).as(set.text()).isZero();
      fixture.tell("rekey leaf1");
      awaitFinding(fixture, "host-key");
      fixture.type("cancel", "--yes", COMMIT);
      assertThat(fixture.tell("state leaf1")).contains("  mtu 9000");

      DaemonFixture.Typed trusted = fixture.type("trust", "leaf1", "--yes");
      assertThat(trusted.code()).as(trusted.text()).isZero();
      assertThat(trusted.text()).doesNotContain("losslessd accept");

      DaemonFixture.await(
          RECONNECTED,
          () -> fixture.type("commits").text().contains("rolled-back"),
          "the undo does not go on");
      assertThat(fixture.tell("state leaf1")).doesNotContain("  mtu 9000");
    }
  }

  @Test
  void aRotatedPasswordIsTakenUpAndAWrongOneIsTriedOnce() throws Exception {
    try (DaemonFixture fixture = started()) {
      Path token = folder.resolve("state/token");
      String first = Files.readString(token);
      Files.writeString(token, "n".repeat(43));
      assertThat(fixture.ask("/api/v1/switches/leaf1/trust").statusCode()).isEqualTo(200);
      Files.writeString(token, first);
      Path secret = folder.resolve("secret");
      String right = Files.readString(secret);
      Files.writeString(secret, "yesterday\n");
      // SNMP has its community in the same file; the switch knows both
      fixture.tell("rekey leaf1");
      assertThat(fixture.type("trust", "leaf1", "--yes").code()).isZero();

      awaitFinding(fixture, "login-refused");
      assertThat(fixture.get("/api/v1/findings").body())
          .contains("not logged in to for another ")
          .doesNotContain("yesterday");
      Files.writeString(secret, "");
      DaemonFixture.await(
          () -> fixture.get("/api/v1/findings").body().contains("it is empty"),
          "an empty secret is not told");
      Files.writeString(secret, right);
      DaemonFixture.await(
          RECONNECTED,
          () -> !fixture.get("/api/v1/findings").body().contains("login-refused"),
          "the right password is not tried");
      assertThat(Files.readString(folder.resolve("daemon.log")))
          .doesNotContain("yesterday")
          .doesNotContain(right.strip());
    }
  }
}
