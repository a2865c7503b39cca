package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.PortId;
import dev.losslessd.watch.LossGuard.Breach;
import dev.losslessd.watch.LossGuard.Kind;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void aBreachOnTheChangedPortsAloneIsTheChangesFault() {
    Comparison seen = Comparison.of(breaches(Kind.DROP, 1), 4, List.of(), 4);

    assertThat(seen.own()).hasSize(1);
    assertThat(seen.shared()).isEmpty();
  }

  @Test
  void aBreachThatBothGroupsHaveIsNot() {
    Comparison seen = Comparison.of(breaches(Kind.STORM, 4), 4, breaches(Kind.STORM, 2), 4);

    assertThat(seen.own()).isEmpty();
    assertThat(seen.shared()).hasSize(4);
  }

  @Test
  void sharesOfPortsAreComparedNotCounts() {
    assertThat(Comparison.of(breaches(Kind.DROP, 10), 10, breaches(Kind.DROP, 4), 10).own())
        .as("all against four of ten")
        .hasSize(10);
    assertThat(Comparison.of(breaches(Kind.DROP, 10), 10, breaches(Kind.DROP, 1), 2).own())
        .as("all against one of two")
        .isEmpty();
  }

  @Test
  void kindsAreNotMixedUp() {
    assertThat(Comparison.of(breaches(Kind.DROP, 1), 1, breaches(Kind.PAUSE, 1), 1).own())
        .hasSize(1);
  }

  @Test
  void withoutAControlGroupAllIsTheChangesFault() {
    assertThat(Comparison.of(breaches(Kind.PAUSE, 2), 2, List.of(), 0).own()).hasSize(2);
  }

  private static List<Breach> breaches(Kind kind, int ports) {
    return IntStream.range(0, ports)
        .mapToObj(n -> new Breach(PortId.parse("gpu01:nic" + n), "x", kind))
        .toList();
  }
}
