package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.SettingKind;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ports whose incoming packets have their traffic class from a policy map. */
class EosPolicyMapTest extends OnEosLeaf {
  private static final String CONFIG =
      """
      hostname leaf7
      policy-map type quality-of-service BULK
         class NFS
            set traffic-class 2
         class class-default
            set dscp 4
      policy-map type qos COUNT
         class class-default
            police rate 7 gbps
      qos profile RAIL
         qos trust dscp
         priority-flow-control on
         priority-flow-control priority 4 no-drop
         service-policy type qos input BULK
      interface Port-Channel30
         service-policy type qos input BULK
      interface Ethernet1
         no switchport
         service-policy type qos input BULK
      interface Ethernet2
         no switchport
         service-profile RAIL
      interface Ethernet3
         channel-group 30 mode active
      interface Ethernet4
         no switchport
         service-policy type qos input COUNT
      interface Ethernet5
         qos trust dscp
         service-policy type qos input GONE
      end
      """;

  private static EosSnapshot snapshot() {
    return new EosSnapshot(
        CONFIG,
        RunningConfig.parse(RunningConfig.COMMAND, CONFIG),
        new Mtus(() -> "{}"),
        new ProfileNames(new AgentName("r12")));
  }

  @Test
  void whatAPolicyMapClassifiesIsByNeitherTrustNorTheDscpMap() {
    EosSnapshot now = snapshot();
    Map<String, String> ports =
        Map.of("Ethernet1", "BULK", "Ethernet2", "BULK", "Ethernet3", "BULK", "Ethernet5", "GONE");
    ports.forEach((port, policy) -> {
      String why = port + ": policy-map " + policy + " gives its packets their traffic class";
      assertThatThrownBy(() -> now.value(port, SettingKind.TRUST)).hasMessageStartingWith(why);
      assertThatThrownBy(() -> now.dscpMap(port))
          .isInstanceOf(DeviceException.class)
          .hasMessageStartingWith(why);
    });
    assertThat(now.value("Ethernet2", SettingKind.PFC).text()).isEqualTo("4");
  }

  @Test
  void aSessionTellsBothOfThePort() throws Exception {
    leaf.tell(
        "foreign leaf1 qos profile BULK ; service-policy type qos input GONE"
            + " ; interface Ethernet1 ; service-profile BULK");
    for (SettingKind kind : new SettingKind[] {SettingKind.TRUST, SettingKind.DSCP_MAP}) {
      assertThat(reading(PORT, kind).text()).contains("policy-map GONE gives its packets");
    }
  }

  @Test
  void aPolicyMapThatOnlyCountsOrPolicesLeavesTrustAsItIs() {
    EosSnapshot now = snapshot();

    assertThat(now.value("Ethernet4", SettingKind.TRUST).text()).isEqualTo("dscp");
    assertThat(now.dscpMap("Ethernet4").text()).contains("24-31->3");
  }
}
