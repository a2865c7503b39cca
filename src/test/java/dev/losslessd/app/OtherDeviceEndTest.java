package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.store.AuditText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real daemon, and boxes, cards and an installation that are replaced behind its back. */
@SystemGroup
class OtherDeviceEndTest {
  private static final String NIC = "gpu01:ens1f0np0";
  private static final String COMMIT = "c-000001";

  /** A switch that has hung up is left alone for 10 s, then for 20, then for 40. */
  private static final Duration RECONNECTED = Duration.ofSeconds(90);

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "NXOS, Ethernet1/1, FDO2733",
    "EOS, Ethernet1, JPE2412",
    "JUNOS, et-0/0/0, WH0224",
    "NVUE, swp1, MT2344",
    "SONIC, Ethernet0, MT2318",
  })
  void aSwitchThatIsReplacedInAWindowGetsNothingOfItsUndo(
      SwitchSystem system, String port, String maker) throws Exception {
    try (DaemonFixture fixture =
        new DaemonFixture(folder, "enforce", "", List.of(system, SwitchSystem.NXOS))) {
      fixture.manage("leaf1", system.word(), "[" + port + "]");
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/ports/leaf1/" + port).statusCode() == 200,
          "the switch is not read");
      DaemonFixture.Typed set =
          fixture.type("set", "leaf1:" + port, "mtu", "9000", "--yes", "--accept-scope");
      assertThat(set.code()).as(set.text()).isZero();
      assertThat(set.text())
          .contains("For these, and no others behind their names:")
          .contains("leaf1: serial " + maker + "000A");
      fixture.tell("replace leaf1");

      awaitFinding(fixture, "leaf1 is another one: the state folder has serial " + maker + "000A");
      fixture.type("cancel", "--yes", COMMIT);
      DaemonFixture.await(
          () -> fixture.type("commits").text().contains("stuck"), "the undo does not wait");
      DaemonFixture.Typed late =
          fixture.type("set", "leaf1:" + port, "mtu", "1500", "--confirm", "--yes");
      assertThat(late.code()).as(late.text()).isNotZero();

      DaemonFixture.Typed accepted = fixture.type("accept", "leaf1", "--reason", "RMA 4711");
      assertThat(accepted.code()).as(accepted.text()).isZero();
      assertThat(accepted.text())
          .contains("was  leaf1: serial " + maker + "000A", "is   leaf1: serial " + maker + "001A")
          .contains("Open there: " + COMMIT);
      assertThat(fixture.type("retry", COMMIT, "--yes").text())
          .contains("leaf1 is not the one that c-000001 has written");
      assertThat(fixture.type("abandon", COMMIT, "--yes", "--reason", "RMA 4711").code()).isZero();
      DaemonFixture.await(
          () -> !findings(fixture).contains("other-device"), "the finding does not go");
      assertThat(AuditText.of(folder.resolve("state")))
          .contains("RMA 4711; was leaf1: serial " + maker + "000A, is leaf1: serial " + maker);
    }
  }

  @Test
  void aCardThatIsReplacedIsRefusedUntilItIsAccepted() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.start();
      assertThat(fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes").code()).isZero();
      fixture.tell("replace " + NIC);

      awaitFinding(fixture, NIC + " is another one: the state folder has mac b8:3f:d2:0a:1b:20");
      DaemonFixture.Typed refused = fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes");
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.text())
          .contains("[other-device]")
          .contains("'losslessd accept gpu01 --reason ...'");
      assertThat(fixture.pfc(NIC)).isEqualTo("pfc none");

      assertThat(fixture.type("accept", "gpu01", "--reason", "new card").code()).isZero();
      DaemonFixture.Typed set = fixture.type("set", NIC, "pfc", "3", "--confirm", "--yes");
      assertThat(set.code()).as(set.text()).isZero();
      assertThat(fixture.pfc(NIC)).isEqualTo("pfc 3");
    }
  }

  @Test
  void aStateFolderThatWasCopiedToAnotherHostWritesNothingNotEvenToASwitch() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.manage("leaf1");
      fixture.start();
      DaemonFixture.await(
          () -> fixture.get("/api/v1/ports/leaf1/Ethernet1/1").statusCode() == 200,
          "the switch is not read");
      assertThat(fixture.type("set", "leaf1:Ethernet1/1", "mtu", "9216", "--yes").code()).isZero();
      fixture.end(true);
      Path id = fixture.fabric.hostDir(new DeviceId("gpu01")).resolve("root/etc/machine-id");
      Files.writeString(id, "0123456789abcdef0123456789abcdef\n");
      fixture.start();

      awaitFinding(fixture, "gpu01 is another one: the state folder has machine-id ");
      assertThat(findings(fixture)).contains("copied from another host");
      fixture.type("cancel", "--yes", COMMIT);
      DaemonFixture.await(
          () -> fixture.type("commits").text().contains("stuck"), "the undo does not wait");
      assertThat(fixture.tell("state leaf1")).contains("  mtu 9216");

      assertThat(fixture.type("accept", "gpu01", "--reason", "imaged anew").code()).isZero();
      assertThat(fixture.type("retry", COMMIT, "--yes").code()).isZero();
      assertThat(fixture.tell("state leaf1")).doesNotContain("  mtu 9216");
    }
  }

  private static String findings(DaemonFixture fixture) {
    return fixture.get("/api/v1/findings").body();
  }

  private static void awaitFinding(DaemonFixture fixture, String text) throws IOException {
    DaemonFixture.await(
        RECONNECTED, () -> findings(fixture).contains(text), "no finding '" + text + "'");
  }
}
