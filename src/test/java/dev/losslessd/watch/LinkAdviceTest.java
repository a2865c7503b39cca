package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.topology.Link;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Advice for a broken link names the agent that may mend it, and no plan that would be empty. */
class LinkAdviceTest {
  private static final Link LINK =
      new Link(
          PortId.parse("gpu02:ens1f0np0"),
          PortId.parse("leaf1:Ethernet1/2"),
          OptionalInt.empty(),
          Link.Source.LLDP);

  @Test
  void bothEndsOfThisAgentArePlannedHereIfAPlanHasSomething() {
    assertThat(advice(Set.of("gpu02", "leaf1"), "leaf1").of(LINK))
        .startsWith("'losslessd plan' shows what brings both ends");
    assertThat(advice(Set.of("gpu02", "leaf1")).of(LINK))
        .startsWith("nothing else is intended here: set both ends alike")
        .doesNotContain("losslessd plan");
  }

  @Test
  void aLeafOfAnotherAgentIsNamedWithThatAgentByItsMark() {
    assertThat(advice(Set.of("gpu02"), List.of("gpu01"), Set.of()).of(LINK))
        .isEqualTo(
            "this agent does not set leaf1:Ethernet1/2: run 'losslessd plan' at the agent of"
                + " gpu01, which has left its mark on leaf1, with the port in its 'policy.ports';"
                + " 'losslessd contract' shows every check");
  }

  @Test
  void aLeafWithoutAMarkIsOfTheAgentThatManagesIt() {
    assertThat(advice(Set.of("gpu02"), "gpu02").of(LINK))
        .contains(
            "the agent that has 'manage: true' for leaf1; none has left a mark there",
            "'losslessd plan' here changes the other end, the switch goes first");
  }

  @Test
  void aNicOfAnotherHostIsOfTheAgentOfThatHost() {
    assertThat(advice(Set.of("gpu01", "leaf1")).of(LINK))
        .startsWith(
            "this agent does not set gpu02:ens1f0np0: run 'losslessd plan' at the agent of gpu02;");
  }

  /** Advice of an agent that sets some devices, of which some would be changed by a plan. */
  static LinkAdvice advice(Set<String> writes, String... planned) {
    return advice(writes, List.of(), Set.of(planned));
  }

  private static LinkAdvice advice(Set<String> writes, List<String> marks, Set<String> planned) {
    return new LinkAdvice(
        new LinkAdvice.Owners(
            device -> writes.contains(device.name()),
            device -> device.name().startsWith("leaf"),
            device -> device.name().startsWith("leaf") ? marks : List.of()),
        planned.stream().map(DeviceId::new).collect(Collectors.toSet()));
  }
}
