package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Due;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of the report on undos that do not hold yet. */
class OutstandingUndosTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
  private static final PortId ONE = PortId.parse("leaf1:Ethernet1/1");
  private static final PortId TWO = PortId.parse("leaf1:Ethernet1/2");
  private static final Maintenance WORK =
      new Maintenance(Target.port(ONE), NOW, Due.at(NOW.plusSeconds(60)), "uid:0", "optics");

  @Test
  void oneThatWaitsForTheMaintenanceOfAPortIsToldAsThat() {
    assertThat(finding(List.of(change(ONE))).rule()).isEqualTo(FindingRule.UNDO_OUTSTANDING);
    assertThat(finding(List.of(change(ONE))).severity()).isEqualTo(Finding.Severity.INFO);
    assertThat(finding(List.of(change(ONE))).message()).startsWith("in maintenance until ");
  }

  @Test
  void oneThatHasMoreLeftOnTheDeviceIsCritical() {
    assertThat(finding(List.of(change(ONE), change(TWO))).severity())
        .isEqualTo(Finding.Severity.CRITICAL);
  }

  private static Finding finding(List<Change> left) {
    Commit.Run run =
        new Commit.Run(
            "c-000001", new Plan("p", "d", left, List.of(), List.of()), "uid:0", "", NOW);
    Commit undoing = new Commit.Undoing(run, "cancelled", left, WORK.text(), NOW);
    return OutstandingUndos.findings(List.of(undoing), List.of(WORK), _ -> Optional.empty())
        .findFirst()
        .orElseThrow();
  }

  private static Change change(PortId port) {
    return new Change(
        Target.port(port), Pfc.OFF, new Pfc(PrioritySet.of(3)), List.of(port), Set.of());
  }
}
