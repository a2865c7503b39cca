package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The real daemon leaves a switch of each system that it writes. */
@SystemGroup
class ReleaseEndTest {
  private static final Map<SwitchSystem, String> PORTS =
      Map.of(
          SwitchSystem.NXOS, "Ethernet1/1",
          SwitchSystem.EOS, "Ethernet1",
          SwitchSystem.SONIC, "Ethernet0",
          SwitchSystem.JUNOS, "et-0/0/1",
          SwitchSystem.NVUE, "swp1");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(names = {"NXOS", "EOS", "SONIC", "JUNOS", "NVUE"})
  void whatWasFoundIsBackAndNothingIsWrittenThereAnyMore(SwitchSystem system) throws Exception {
    try (DaemonFixture fixture =
        new DaemonFixture(folder, "enforce", "", List.of(system, SwitchSystem.NXOS))) {
      String port = PORTS.get(system);
      fixture.manage("leaf1", system.word(), "[\"" + port + "\"]");
      fixture.start();
      String target = "leaf1:" + port;
      DaemonFixture.await(
          () -> fixture.get("/api/v1/ports/leaf1/" + port).statusCode() == 200, "not read");
      List<String> found = fixture.tell("state leaf1");
      change(fixture, target, "mtu", "9000");
      change(fixture, target, "pfc", "3");
      assertThat(fixture.tell("state leaf1")).isNotEqualTo(found);
      DaemonFixture.await(
          () -> onDevices().contains("leaf1: "), "the state folder does not name the switch");

      DaemonFixture.Typed dry =
          fixture.type("release", "leaf1", "--restore", "--dry-run", "--accept-scope");
      assertThat(dry.code()).as(dry.text()).isZero();
      DaemonFixture.Typed left =
          fixture.type("release", "leaf1", "--restore", "--yes", "--confirm", "--accept-scope");

      assertThat(left.code()).as(left.text()).isZero();
      assertThat(fixture.tell("state leaf1")).isEqualTo(found);
      DaemonFixture.await(
          () -> !fixture.get("/api/v1/releases").body().contains("not asked"), "names stay");
      DaemonFixture.Typed no = fixture.type("set", target, "mtu", "9000", "--yes");
      assertThat(no.text()).contains("leaf1 is released");
      assertThat(fixture.type("release", "leaf1", "--undo").code()).isZero();
      change(fixture, target, "mtu", "9000");

      DaemonFixture.Typed kept = fixture.type("release", "leaf1", "--keep", "--yes");
      assertThat(kept.code()).as(kept.text()).isZero();
      assertThat(kept.text()).contains("kept");
    }
  }

  @Test
  void aStopLeavesTheFolderUpToDateForWhoRemovesThePackage() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", "", List.of())) {
      fixture.start();
      change(fixture, "gpu01:ens1f0np0", "pfc", "3");

      fixture.end(false);

      assertThat(onDevices()).contains("gpu01: ");
    }
  }

  private String onDevices() {
    try {
      return Files.readString(folder.resolve("state/on-devices"));
    } catch (IOException e) {
      return "";
    }
  }

  private static void change(DaemonFixture fixture, String target, String setting, String value) {
    DaemonFixture.Typed set =
        fixture.type("set", target, setting, value, "--confirm", "--accept-scope", "--yes");
    assertThat(set.code()).as(set.text()).isZero();
  }
}
