package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.OnBox;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Ets;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Policies that sites attach to single ports, under names of their own. */
class PortPoliciesTest extends OnBox<Leaf1> {
  @Override
  protected Leaf1 make(Path folder) throws IOException {
    return new Leaf1(folder);
  }

  private static NxosSnapshot nxosSnapshot() {
    return nxosSnapshot(Transcript.read(SwitchSystem.NXOS, "port-policies.txt"));
  }

  static NxosSnapshot nxosSnapshot(String config) {
    return new NxosSnapshot(
        RunningConfig.parseConfig(RunningConfig.COMMAND, config),
        () -> new PortRows<>(PfcTable.COMMAND, Map.of(), Map.of(), Optional.empty()),
        () -> new PortRows<>(PauseTable.COMMAND, Map.of(), Map.of(), Optional.empty()),
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
    assertThat(now.marking("FOUR").text()).isEqualTo("3=210KB..900KB@30%");
    assertThat(now.marking("NAMED").text()).isEqualTo("5=70KB..80KB@9%");
    assertThat(now.marking("default-8q-out-policy").marking()).isEmpty();
    assertThatThrownBy(() -> now.marking("GONE")).hasMessageContaining("output GONE");
  }

  @Test
  void marksOfAQueueThatNothingTellsAreNoValueAndThresholdsOfTheSwitchAreUnknown() {
    NxosSnapshot now = nxosSnapshot();

    assertThatThrownBy(() -> now.marking("NOBODYS"))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("SITE_Q6 marks, and no class-map");
    assertThat(now.marking("CHIPS_OWN").text()).isEqualTo("3=untold");
  }

  @Test
  void aMemberOfAPortChannelIsReadAndLeftToThat() throws Exception {
    leaf.tell("foreign leaf1 interface Ethernet1/1 ; channel-group 7 mode active");
    try (SwitchSession session = leaf.session("admin")) {
      PortId port = new PortId(Leaf1.ID, "Ethernet1/1");

      assertThat(session.members()).containsExactly(Map.entry(port, "port-channel7"));
      for (SettingKind kind : List.of(SettingKind.PFC, SettingKind.TRUST, SettingKind.MTU)) {
        Capability can = session.capabilities(Target.port(port)).of(kind);
        assertThat(can.access()).isEqualTo(Capability.Access.READ);
        assertThat(can.why()).startsWith("it is a member of port-channel7, where its QoS is set");
      }
      assertThat(session.read(Target.port(port)).reading(SettingKind.PFC).text())
          .contains("member of port-channel7, which the configuration does not have: set there");
    }
  }

  @Test
  void aMemberRunsWhatItsPortChannelRuns() throws Exception {
    leaf.tell(
        "foreign leaf1 interface port-channel12 ; priority-flow-control mode on ; mtu 9000"
            + " ; interface Ethernet1/2 ; channel-group 12 mode active");
    leaf.tell(
        "foreign leaf1 policy-map type network-qos N ; class type network-qos c-8q-nq5"
            + " ; pause pfc-cos 5 ; system qos ; service-policy type network-qos N");
    try (SwitchSession session = leaf.session("admin")) {
      Target port = Target.port(new PortId(Leaf1.ID, "Ethernet1/2"));

      assertThat(session.read(port).reading(SettingKind.PFC).text()).isEqualTo("5");
      assertThat(session.read(port).reading(SettingKind.MTU).text()).isEqualTo("9000");
      assertThat(session.read(port).reading(SettingKind.TRUST).text()).isEqualTo("pcp");
    }
  }

  @Test
  void aMemberClassifiesByThePolicyOfItsPortChannel() {
    NxosSnapshot now =
        nxosSnapshot(
            Transcript.read(SwitchSystem.NXOS, "port-policies.txt")
                .replace("input SITE_IN no-stats\ninterface", "input OTHER\ninterface")
                .replace("interface Ethernet1/1\n", "interface Ethernet1/1\n  channel-group 7\n")
                .replace("system qos\n  service-policy type qos input OTHER\n", "")
                .replace("line vty", "interface port-channel7\nline vty"));

    assertThat(now.classifierOf("Ethernet1/1")).contains("SITE_IN");
    assertThat(now.trust("Ethernet1/1")).isEqualTo(new Trust(Trust.Field.PCP));
  }

  @Test
  void aPortWithAPolicyOfItsOwnTellsItsQueuesAndOthersLeaveThatToTheSwitch() throws Exception {
    leaf.tell(
        "foreign leaf1 policy-map type queuing EDGE ; class type queuing c-out-8q-q3"
            + " ; bandwidth percent 60"
            + " ; random-detect minimum-threshold 70000 bytes maximum-threshold 80000 bytes"
            + " drop-probability 9 weight 0 ecn"
            + " ; interface Ethernet1/1 ; service-policy type queuing output EDGE");
    try (SwitchSession session = leaf.session("admin")) {
      Target own = Target.port(new PortId(Leaf1.ID, "Ethernet1/1"));
      Target plain = Target.port(new PortId(Leaf1.ID, "Ethernet1/2"));

      assertThat(session.read(own).inForce(SettingKind.ECN).orElseThrow().text())
          .isEqualTo("3=70KB..80KB@9%");
      Ets shares = (Ets) session.read(own).inForce(SettingKind.ETS).orElseThrow();
      assertThat(shares.bandwidthPercent()).containsExactly(0, 0, 0, 60, 0, 0, 0, 0);
      assertThat(session.read(plain).readings())
          .doesNotContainKeys(SettingKind.ECN, SettingKind.ETS);
      assertThat(session.capabilities(own).of(SettingKind.ECN).why())
          .contains("queuing policy EDGE of Ethernet1/1");
    }
  }
}
