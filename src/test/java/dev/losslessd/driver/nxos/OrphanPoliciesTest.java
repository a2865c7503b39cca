package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of parts that an interrupted swap leaves, and of those that are removed. */
class OrphanPoliciesTest {
  private static final String MAP =
      """
      class-map type qos match-any losslessd-qos-1-p3
        match dscp 26
      """;
  private static final String WHOLE =
      """
      policy-map type qos losslessd-qos-1
        class losslessd-qos-1-p3
          set qos-group 3
        class class-default
          set qos-group 0
      """;

  @Test
  void aPolicyThatWasNeverPutInForceGoes() {
    assertThat(
            lines(
                """
                policy-map type network-qos losslessd-network-qos-1
                  class type network-qos c-8q-nq3
                policy-map type queuing losslessd-queuing-1
                  class type queuing c-out-8q-q7
                policy-map type queuing losslessd-queuing-2
                  class type queuing c-out-8q-q7
                system qos
                  service-policy type queuing output losslessd-queuing-2
                """))
        .containsExactly(
            "no policy-map type network-qos losslessd-network-qos-1",
            "no policy-map type queuing losslessd-queuing-1");
  }

  @Test
  void policiesOfOthersStayWhateverTheyAre() {
    assertThat(
            lines(
                """
                class-map type qos match-any STORAGE
                  match dscp 26
                policy-map type network-qos JUMBO
                  class type network-qos c-8q-nq-default
                    mtu 9216
                """))
        .isEmpty();
  }

  @Test
  void classesWithoutTheirPolicyGo() {
    assertThat(lines(MAP)).containsExactly("no class-map type qos match-any losslessd-qos-1-p3");
  }

  @Test
  void aClassifierThatIsNotWholeGoesWithItsClasses() {
    assertThat(lines(MAP + WHOLE.lines().limit(3).reduce("", (a, b) -> a + b + "\n")))
        .containsExactly(
            "no policy-map type qos losslessd-qos-1",
            "no class-map type qos match-any losslessd-qos-1-p3");
  }

  @Test
  void aWholeMapThatWaitsForItsFirstPortStays() {
    assertThat(lines(MAP + WHOLE)).isEmpty();
  }

  @Test
  void theSecondOfTwoClassifiersStaysWhilePortsHaveIt() {
    String second = (MAP + WHOLE).replace("qos-1", "qos-2");

    assertThat(
            lines(
                MAP
                    + second
                    + WHOLE
                    + "interface Ethernet1/1\n  service-policy type qos input losslessd-qos-2\n"))
        .containsExactly(
            "no policy-map type qos losslessd-qos-1",
            "no class-map type qos match-any losslessd-qos-1-p3");
  }

  private static List<String> lines(String config) {
    String whole =
        "version 10.3(4a) Bios:version 05.47\nhostname leaf1\n"
            + config
            + (config.contains("interface ") ? "" : "interface Ethernet1/1\n  no shutdown\n")
            + "line console\nline vty\nboot nxos bootflash:/nxos64.bin\n";
    NxosSnapshot now = PortPoliciesTest.nxosSnapshot(whole);
    return new OrphanPolicies(now).lines().stream().map(line -> line.command().line()).toList();
  }
}
