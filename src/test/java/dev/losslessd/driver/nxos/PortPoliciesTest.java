package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Ets;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.FakeDevice;
import dev.losslessd.transport.ssh.SshSession;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Policies that sites attach to single ports, under names of their own. */
class PortPoliciesTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");

  private static final String CONFIG =
      """
      version 10.3(4a) Bios:version 05.47
      class-map type qos match-any SITE_RDMA
        match dscp 26
      class-map type queuing match-any SITE_Q5
        match qos-group 5
      policy-map type qos SITE_IN
        class SITE_RDMA
          set qos-group 3
      policy-map type queuing FOUR
        class type queuing c-out-q3
          priority level 1
          random-detect minimum-threshold 210 kbytes maximum-threshold 900 kbytes drop-probability 30 weight 0 ecn
        class type queuing c-out-q-default
          bandwidth remaining percent 100
      policy-map type queuing NAMED
        class type queuing SITE_Q5
          bandwidth percent 60
          random-detect minimum-threshold 70000 bytes maximum-threshold 80000 bytes drop-probability 9 weight 0 ecn
      policy-map type queuing NOBODYS
        class type queuing SITE_Q6
          random-detect minimum-threshold 1 mbytes maximum-threshold 2 mbytes drop-probability 9 weight 0 ecn
      policy-map type queuing CHIPS_OWN
        class type queuing c-out-8q-q3
          random-detect threshold mesh-optimized ecn
      system qos
        service-policy type qos input SITE_IN no-stats
      interface Ethernet1/1
        service-policy type qos input SITE_IN no-stats
        service-policy type queuing output FOUR
      interface Ethernet1/2
        service-policy type queuing output GONE
      interface Ethernet1/3
      line vty
      """;

  private static NxosSnapshot nxosSnapshot() {
    return new NxosSnapshot(
        RunningConfig.parseConfig(CONFIG),
        Map.of(),
        Map.of(),
        new PolicyNames(new AgentName("r12")),
        Map.of());
  }

  @Test
  void aClassificationWithoutStatisticsIsReadByItsName() {
    NxosSnapshot now = nxosSnapshot();

    assertThat(now.classifierOf("Ethernet1/1")).contains("SITE_IN");
    assertThat(now.trust("Ethernet1/1")).isEqualTo(new Trust(Trust.Field.DSCP));
    assertThat(now.dscpMap("Ethernet1/3").text()).isEqualTo("26->3");
    assertThat(now.dscpMap().text()).isEqualTo("26->3");
  }

  @Test
  void marksAreOfTheQueueThatAClassIsUnderWhateverName() {
    NxosSnapshot now = nxosSnapshot();

    assertThat(now.queuingOf("Ethernet1/1")).contains("FOUR");
    assertThat(now.queuingOf("Ethernet1/3")).isEmpty();
    assertThat(now.marking("FOUR").text()).isEqualTo("3=210000..900000@30%");
    assertThat(now.marking("NAMED").text()).isEqualTo("5=70000..80000@9%");
    assertThat(now.marking("default-8q-out-policy").marking()).isEmpty();
    assertThatThrownBy(() -> now.marking("GONE")).hasMessageContaining("output GONE");
  }

  @Test
  void marksOfAQueueThatNothingTellsAndThresholdsThatNobodyWroteAreNoValue() {
    NxosSnapshot now = nxosSnapshot();

    assertThatThrownBy(() -> now.marking("NOBODYS"))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("SITE_Q6 marks, and no class-map");
    assertThatThrownBy(() -> now.marking("CHIPS_OWN"))
        .hasMessageContaining("mesh-optimized ecn': the switch chooses those thresholds");
  }

  @Test
  void aPortWithAPolicyOfItsOwnTellsItsQueuesAndOthersLeaveThatToTheSwitch() throws Exception {
    FakeNexus nexus =
        new FakeNexus(
            "policy-map type queuing EDGE",
            "class type queuing c-out-8q-q3",
            "bandwidth percent 60",
            "random-detect minimum-threshold 70000 bytes maximum-threshold 80000 bytes"
                + " drop-probability 9 weight 0 ecn",
            "interface Ethernet1/7",
            "service-policy type queuing output EDGE",
            "interface Ethernet1/8",
            "no shutdown");
    try (FakeDevice device = FakeDevice.start(nexus::talk)) {
      var target = device.target();
      SwitchAccess access =
          new SwitchAccess(
              LEAF,
              () -> SshSession.open(target, WriteGate.OPEN, System::nanoTime),
              Optional.empty(),
              System::nanoTime,
              "r12");
      try (SwitchSession session = new NxosDriver().open(access)) {
        Target own = Target.port(new PortId(LEAF, "Ethernet1/7"));
        Target plain = Target.port(new PortId(LEAF, "Ethernet1/8"));

        assertThat(session.read(own).inForce(SettingKind.ECN).orElseThrow().text())
            .isEqualTo("3=70000..80000@9%");
        Ets shares = (Ets) session.read(own).inForce(SettingKind.ETS).orElseThrow();
        assertThat(shares.bandwidthPercent()).containsExactly(0, 0, 0, 60, 0, 0, 0, 0);
        assertThat(session.read(plain).readings())
            .doesNotContainKeys(SettingKind.ECN, SettingKind.ETS);
        assertThat(session.capabilities(own).of(SettingKind.ECN).why())
            .contains("queuing policy EDGE of its own");
      }
    }
  }
}
