package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies that take packets to a qos-group by something beside their DSCP. */
class ClassificationTest {
  private static final String CONFIG =
      """
      version 10.4(2)
      ip access-list NVME
        10 permit tcp any any eq 4420
      class-map type qos match-any STORE
        match dscp 12
        MATCH
      class-map type qos match-all VOICE
        match cos 5
      policy-map type qos IN
        class STORE
          set qos-group 2
        class VOICE
          set qos-group 5
        class class-default
          set qos-group REST
      system qos
        service-policy type qos input IN
      interface Ethernet1/4
        no switchport
      line vty
      """;

  private static NxosSnapshot with(String match, String rest) {
    return PortPoliciesTest.nxosSnapshot(CONFIG.replace("MATCH", match).replace("REST", rest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"access-group name NVME", "precedence 3", "protocol arp", "ip rtp 2000"})
  void aClassByAnythingElseLeavesTrustAndTheMapUnknown(String match) {
    NxosSnapshot now = with("match " + match, "0");

    String why = "class STORE of policy IN has 'match " + match + "', which is in no DSCP map";
    assertThatThrownBy(() -> now.dscpMap("Ethernet1/4"))
        .isInstanceOf(DeviceException.class)
        .hasMessage(why);
    assertThatThrownBy(() -> now.trust("Ethernet1/4")).hasMessage(why);
    assertThatThrownBy(now::dscpMap).hasMessage(why);
  }

  @Test
  void classesByDscpAndCosAreRead() {
    assertThat(with("match cos 2", "0").dscpMap("Ethernet1/4").text()).isEqualTo("12->2");
    assertThat(with("match cos 2", "0").trust("Ethernet1/4").text()).isEqualTo("dscp");
  }

  @Test
  void anyOtherDscpGoesWithTheClassForTheRest() {
    String map = with("match cos 2", "1").dscpMap("Ethernet1/4").text();

    assertThat(map).isEqualTo("0-11->1 12->2 13-63->1");
  }
}
