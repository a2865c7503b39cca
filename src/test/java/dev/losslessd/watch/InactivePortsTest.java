package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Finding.Severity;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.PortId;
import dev.losslessd.watch.InactivePorts.Port;
import java.util.List;
import org.junit.jupiter.api.Test;

class InactivePortsTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Port ACTIVE = new Port(PORT, true, "ACTIVE", false);
  private static final Port DOWN = new Port(PORT, false, "DOWN", false);
  private static final Port SHUT = new Port(PORT, false, "DOWN", true);

  private final InactivePorts ports = new InactivePorts();

  @Test
  void aPortThatNobodyNeedsIsNoneUntilItWasActive() {
    assertThat(round(DOWN, false, false)).isEmpty();
    assertThat(round(ACTIVE, false, false)).isEmpty();

    assertThat(round(DOWN, false, false))
        .singleElement()
        .satisfies(one -> {
          assertThat(one.rule()).isEqualTo(FindingRule.PORT_NOT_ACTIVE);
          assertThat(one.severity()).isEqualTo(Severity.WARNING);
          assertThat(one.subject()).isEqualTo(PORT.toString());
          assertThat(one.message())
              .isEqualTo("the port is DOWN, not ACTIVE: it carries nothing, and has no rate");
        });
  }

  @Test
  void oneThatIsWiredOrSetIsAFindingAtOnceAndNoMoreThanInformationWhileItIsSwitchedOff() {
    assertThat(round(DOWN, true, false))
        .extracting(Finding::severity)
        .containsOnly(Severity.WARNING);
    assertThat(round(SHUT, true, false)).extracting(Finding::severity).containsOnly(Severity.INFO);
    assertThat(round(ACTIVE, true, false)).isEmpty();
  }

  @Test
  void whatDoesNotTellIsNotJudged() {
    assertThat(round(ACTIVE, true, false)).isEmpty();
    assertThat(ports.round(List.of(), _ -> true, _ -> false)).isEmpty();
  }

  @Test
  void aCommitThatTakesALinkDownForAMomentIsNoFinding() {
    assertThat(round(ACTIVE, true, false)).isEmpty();
    assertThat(round(DOWN, true, true)).isEmpty();
    assertThat(round(DOWN, true, true)).isEmpty();
    assertThat(round(DOWN, true, false)).as("it did not come back").hasSize(1);
    assertThat(round(DOWN, true, true)).as("it was down before this commit").hasSize(1);
  }

  private List<Finding> round(Port port, boolean needed, boolean held) {
    return ports.round(List.of(port), _ -> needed, _ -> held);
  }
}
