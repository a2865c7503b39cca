package dev.losslessd.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a switch that misbehaves on order. */
@Timeout(20)
class NxosControlTest {
  @TempDir Path temp;
  private final ManualPace pace = new ManualPace();
  private Fabric fabric;
  private Operator op;

  @BeforeEach
  void open() throws Exception {
    FabricOptions options = FabricOptions.usual(1).withLoad(0).withSwitches();
    fabric = Fabric.start(temp.resolve("f"), options, pace);
    op = Operator.ready(leaf1(), "admin");
  }

  @AfterEach
  void close() throws Exception {
    op.close();
    fabric.close();
  }

  private Path leaf1() {
    return fabric.switchDir(new DeviceId("leaf1"));
  }

  private List<String> ctl(String line) throws IOException {
    return FabricControl.send(fabric.controlSocket(), line);
  }

  private void enterPort() throws IOException {
    op.type("configure terminal");
    op.type("interface Ethernet1/1");
  }

  @Test
  void aLieIsSilentAndChangesNothing() throws Exception {
    assertThat(ctl("lie leaf1 pfc 1")).containsExactly("ok");
    enterPort();

    assertThat(op.type("priority-flow-control mode on")).isEmpty();
    assertThat(ctl("state leaf1")).doesNotContain("  priority-flow-control mode on");
    assertThat(op.type("priority-flow-control mode on")).isEmpty();
    assertThat(ctl("state leaf1")).contains("  priority-flow-control mode on");
  }

  @Test
  void aResetSwitchIsAsDelivered() throws Exception {
    List<String> delivered = ctl("state leaf1");
    enterPort();
    assertThat(op.type("mtu 9216")).isEmpty();
    ctl("refuse leaf1 \"mtu 9000\"");

    assertThat(ctl("reset leaf1")).containsExactly("ok");

    assertThat(ctl("state leaf1")).isEqualTo(delivered);
    assertThat(op.type("mtu 9000")).isEmpty();
  }

  @Test
  void aServerWithFourNicsHasTwoOnEachLeaf() throws Exception {
    FabricOptions four = FabricOptions.usual(1).withLoad(0).withSwitches().withNics(4);
    try (Fabric wide = Fabric.start(temp.resolve("wide"), four, pace)) {
      List<String> leaf2 = FabricControl.send(wide.controlSocket(), "state leaf2");
      List<String> ports = FabricControl.send(wide.controlSocket(), "ports");

      assertThat(ports).contains("gpu01:ens3f0np0", "gpu02:ens4f0np0");
      assertThat(leaf2.stream().filter(line -> line.contains("description gpu"))).hasSize(4);
    }
  }

  @Test
  void aRefusalComesAsOftenAsOrdered() throws Exception {
    ctl("refuse leaf1 \"mtu 9216\" 1");
    enterPort();

    assertThat(op.type("mtu 9000")).isEmpty();
    assertThat(op.type("mtu 9216")).first().asString().startsWith("ERROR: Unable to perform");
    assertThat(op.type("mtu 9216")).isEmpty();
  }

  @Test
  void aForbiddenCommandIsDeniedUntilCleared() throws Exception {
    ctl("forbid leaf1 rollback running-config");
    op.type("checkpoint a");

    assertThat(op.type("rollback running-config checkpoint a"))
        .containsExactly("% Permission denied for the role");
    ctl("clear leaf1");
    assertThat(op.type("rollback running-config checkpoint a")).contains("Rollback Patch is Empty");
  }

  @Test
  void aLockedConfigurationTakesNothing() throws Exception {
    enterPort();
    ctl("lock leaf1 on");

    assertThat(op.type("mtu 9216")).first().asString().startsWith("% Failed to acquire");
    op.type("end");
    assertThat(op.raw("configure terminal")).contains("% Failed to acquire").endsWith("leaf1# ");
    ctl("lock leaf1 off");
    assertThat(op.raw("configure terminal")).endsWith("leaf1(config)# ");
  }

  @Test
  void someoneElseConfiguresMeanwhile() throws Exception {
    ctl("lock leaf1 on");

    assertThat(ctl("foreign leaf1 interface Ethernet1/1 ; mtu 9000")).containsExactly("ok");
    assertThat(ctl("foreign leaf1 interface Ethernet1/1 ; mtu 90"))
        .first()
        .asString()
        .startsWith("error leaf1 says:");

    assertThat(op.type("show running-config interface ethernet 1/1")).contains("  mtu 9000");
    assertThat(ctl("log leaf1")).noneMatch(line -> line.contains("mtu"));
  }

  @Test
  void aNeighbourMayCallItselfDifferentlyOrNotAtAll() throws Exception {
    assertThat(ctl("lldp leaf1 Ethernet1/1 gpu01.pod3.example.net")).containsExactly("ok");
    assertThat(ctl("lldp leaf1 Ethernet1/2 leaf2 Ethernet1/9")).containsExactly("ok");
    assertThat(ctl("lldp leaf1 Ethernet1/3 off")).containsExactly("ok");
    assertThat(ctl("lldp leaf1 Ethernet1/77 off")).first().asString().startsWith("error port");

    List<String> told = op.type("show lldp neighbors detail");
    assertThat(told)
        .contains("System Name: gpu01.pod3.example.net", "System Name: leaf2")
        .contains("Port id: Ethernet1/9", "Total entries displayed: 3");

    ctl("clear leaf1");
    assertThat(op.type("show lldp neighbors detail"))
        .contains("System Name: gpu01", "Total entries displayed: 4")
        .doesNotContain("Port id: Ethernet1/9");
  }

  @Test
  void theLogHasEveryLine() throws Exception {
    ctl("log leaf1 clear");
    enterPort();

    assertThat(ctl("log leaf1"))
        .containsExactly(
            "ok 2",
            "admin leaf1# configure terminal",
            "admin leaf1(config)# interface Ethernet1/1");
  }

  @Test
  void aCutOutputEndsTheSession() throws Exception {
    ctl("truncate leaf1 1");

    op.press("show version\r");

    assertThatThrownBy(() -> op.untilPrompt())
        .hasMessageContaining("hung up")
        .hasMessageContaining("Software")
        .hasMessageNotContaining("Active Package");
  }

  @Test
  void aStalledSwitchAnswersWhenTimeHasPassed() throws Exception {
    ctl("stall leaf1 5000 1");
    Wire.until(() -> pace.sleepers() == 1);
    op.press("show hostname\r");

    Wire.until(() -> pace.sleepers() == 2);
    pace.turn(Duration.ofSeconds(5));

    assertThat(op.untilPrompt()).contains("leaf1 \n");
  }

  @Test
  void aVanishedSwitchComesBackOnItsPort() throws Exception {
    String port = Files.readString(leaf1().resolve("ssh.port"));
    op.configure("interface Ethernet1/1", "mtu 9000");

    assertThat(ctl("vanish leaf1")).containsExactly("ok");
    assertThatThrownBy(() -> op.raw("show clock")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Operator.login(leaf1(), "admin")).isInstanceOf(IOException.class);
    assertThat(ctl("return leaf1")).containsExactly("ok");

    assertThat(Files.readString(leaf1().resolve("ssh.port"))).isEqualTo(port);
    try (Operator again = Operator.ready(leaf1(), "admin")) {
      assertThat(again.type("show running-config interface e1/1")).contains("  mtu 9000");
    }
  }

  @Test
  void whatReachesASwitchIsCountedWhateverIsLogged() throws Exception {
    assertThat(ctl("requests leaf1"))
        .containsExactly("ok 4", "pdus 0", "varbinds 0", "commands 1", "logins 1");

    op.type("show clock");
    ctl("log leaf1 clear");

    assertThat(ctl("requests leaf1")).contains("commands 2", "logins 1");
    assertThat(ctl("requests leaf1 now")).first().asString().startsWith("error");
  }

  @Test
  void bothLeavesStandOnTheirOwn() throws Exception {
    assertThat(ctl("switches")).containsExactly("ok 2", "leaf1", "leaf2");
    ctl("foreign leaf2 interface Ethernet1/1 ; description other");

    assertThat(ctl("state leaf2")).contains("  description other");
    assertThat(ctl("state leaf1")).contains("  description gpu01");
  }

  @Test
  void wrongWordsAreExplained() throws Exception {
    assertThat(ctl("lie leaf1 pcf")).first().asString().contains("expected one of");
    assertThat(ctl("melt leaf1"))
        .containsExactly("error verb 'melt' for a switch: expected one of those in help");
    assertThat(ctl("refuse leaf1")).first().asString().contains("expected the first words");
  }
}
