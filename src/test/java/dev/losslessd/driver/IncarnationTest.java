package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.eos.EosDriver;
import dev.losslessd.driver.junos.JunosDriver;
import dev.losslessd.driver.nvue.NvueDriver;
import dev.losslessd.driver.nxos.NxosDriver;
import dev.losslessd.driver.sonic.SonicDriver;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the fact by which a switch that was rebooted is recognized. */
class IncarnationTest {
  private static final Target BOX = new Target.Device(FabricLeaf.ID);

  @TempDir private Path folder;

  private void changesWithAReboot(
      SwitchSystem system, SwitchDriver driver, Incarnation.Kind kind, boolean bySnmp)
      throws IOException {
    try (FabricLeaf leaf = new FabricLeaf(folder, system, driver);
        SnmpSocket socket = new SnmpSocket(_ -> {});
        SwitchSession session =
            leaf.session(
                "admin",
                WriteGate.OPEN,
                bySnmp ? Optional.of(leaf.snmp(socket)) : Optional.empty())) {
      Incarnation first = session.incarnation(BOX).orElseThrow();
      assertThat(first.kind()).isEqualTo(kind);
      assertThat(first.isOther(session.incarnation(session.targets().getLast()).orElseThrow()))
          .isFalse();
      leaf.tell("ahead leaf1 600");
      assertThat(first.isOther(session.incarnation(BOX).orElseThrow())).isFalse();

      leaf.tell("reboot leaf1");

      assertThat(first.isOther(session.incarnation(BOX).orElseThrow())).isTrue();
    }
  }

  @Test
  void onNxosTheSnmpEngineTellsIt() throws IOException {
    changesWithAReboot(
        SwitchSystem.NXOS, new NxosDriver(), Incarnation.Kind.SNMP_ENGINE_BOOTS, true);
  }

  @Test
  void onJunosTheSnmpEngineTellsIt() throws IOException {
    changesWithAReboot(
        SwitchSystem.JUNOS, new JunosDriver(), Incarnation.Kind.SNMP_ENGINE_BOOTS, true);
  }

  @Test
  void onEosTheTimeOfTheBootTellsIt() throws IOException {
    changesWithAReboot(SwitchSystem.EOS, new EosDriver(), Incarnation.Kind.BOOTED, false);
  }

  @Test
  void onNvueLinuxTellsIt() throws IOException {
    changesWithAReboot(SwitchSystem.NVUE, new NvueDriver(), Incarnation.Kind.BOOT_ID, false);
  }

  @Test
  void onSonicLinuxTellsIt() throws IOException {
    changesWithAReboot(SwitchSystem.SONIC, new SonicDriver(), Incarnation.Kind.BOOT_ID, false);
  }

  @Test
  void withoutSnmpNxosTellsNothing() throws IOException {
    try (FabricLeaf leaf = new FabricLeaf(folder, SwitchSystem.NXOS, new NxosDriver());
        SwitchSession session = leaf.session("admin")) {
      assertThat(session.incarnation(BOX)).isEmpty();
      assertThat(session.incarnation(Target.port(new PortId(FabricLeaf.ID, "Ethernet1/1"))))
          .isEmpty();
    }
  }

  @Test
  void aTextIsReadBackAndKindsAreNotMixed() {
    Incarnation boot = Incarnation.booted(Instant.parse("2026-11-26T12:00:00Z"));
    Incarnation index = new Incarnation(Incarnation.Kind.IFINDEX, "7");

    assertThat(Incarnation.parse(boot.text())).contains(boot);
    assertThat(Incarnation.parse("ifindex 7")).contains(index);
    assertThat(Incarnation.parse("moon-phase 7")).isEmpty();
    assertThat(Incarnation.parse("booted yesterday")).isEmpty();
    assertThat(boot.isOther(index)).isFalse();
  }

  @Test
  void aClockThatWasSetALittleIsNoBoot() {
    Incarnation boot = Incarnation.booted(Instant.parse("2026-11-26T12:00:00Z"));

    assertThat(boot.isOther(Incarnation.booted(Instant.parse("2026-11-26T12:01:59Z")))).isFalse();
    assertThat(boot.isOther(Incarnation.booted(Instant.parse("2026-11-26T12:02:01Z")))).isTrue();
  }
}
