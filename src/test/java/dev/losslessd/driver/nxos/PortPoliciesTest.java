package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.OnBox;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Ets;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Policies that sites attach to single ports, under names of their own. */
class PortPoliciesTest extends OnBox<Leaf1> {
  @Override
  protected Leaf1 make(Path folder) throws IOException {
    return new Leaf1(folder);
  }

  private static NxosSnapshot nxosSnapshot() {
    return new NxosSnapshot(
        RunningConfig.parseConfig(Transcript.read(SwitchSystem.NXOS, "port-policies.txt")),
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
    assertThat(now.marking("FOUR").text()).isEqualTo("3=210KB..900KB@30%");
    assertThat(now.marking("NAMED").text()).isEqualTo("5=70KB..80KB@9%");
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
          .contains("queuing policy EDGE of its own");
    }
  }
}
