package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.ByHand;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Links;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Steps that no command makes, or takes back. */
class ByHandTest {
  private static final Target LEAF = Target.parse("leaf2");
  private static final Key KEY = new Key(LEAF, SettingKind.DSCP_MAP);

  /** Entries are added and changed, and never removed. */
  private static final ByHand NO_REMOVAL =
      (before, after, _) ->
          ((DscpMap) before)
              .entries().keySet().stream()
                  .filter(dscp -> !((DscpMap) after).entries().containsKey(dscp))
                  .map(dscp -> "remove " + dscp)
                  .toList();

  private Capability can = Capability.writable().with(NO_REMOVAL);

  @Test
  void aStepWithoutAWayBackIsRefusedWithTheLinesThatUndoItAndCanBeWaived() {
    Plan plan = plan(map(18), map(18, 26), Map.of());

    assertThat(plan.refusals()).extracting(Refusal::rule).containsExactly("cannot-undo");
    assertThat(plan.refusals().getFirst().text())
        .contains("leaf2 dscp: after the confirm", "type on leaf2: 'remove 26'");
    assertThat(plan.withheld()).hasSize(1);

    Plan waived = plan(map(18), map(18, 26), Map.of("cannot-undo", "it stays"));
    assertThat(waived.refusals()).isEmpty();
    assertThat(waived.changes()).extracting(Change::after).containsExactly(map(18, 26));
    assertThat(waived.waived()).hasSize(1);
  }

  @Test
  void aStepWithoutACommandIsRefusedWithItsLines() {
    Plan plan = plan(map(18, 26, 48), map(18), Map.of("cannot-undo", "it stays"));

    assertThat(plan.refusals())
        .extracting(Refusal::text)
        .containsExactly(
            "leaf2 dscp: no sourced command makes this step; type on leaf2: 'remove 26',"
                + " 'remove 48' [unverified]");
    assertThat(PlanRule.UNVERIFIED.waivable()).isFalse();
  }

  @Test
  void aStepThatChangesEntriesHasItsCommandsBothWays() {
    assertThat(plan(map(18), DscpMap.of(Map.of(Dscp.of(18), Priority.of(5))), Map.of()).refusals())
        .isEmpty();
  }

  @Test
  void whatIsHeldByAnotherRuleIsNoMoreThanThat() {
    can = can.heldBy(PlanRule.NOT_MANAGED, "this agent does not manage leaf2");

    assertThat(plan(map(18), map(18, 26), Map.of()).refusals())
        .extracting(Refusal::text)
        .containsExactly("leaf2 dscp: this agent does not manage leaf2 [not-managed]");
  }

  @Test
  void whatCanOnlyBeReadKeepsItsOwnReason() {
    Capability read = Capability.readOnly("one map for the whole switch");

    assertThat(read.heldBy(PlanRule.NOT_MANAGED, "not managed")).isEqualTo(read);
  }

  private static DscpMap map(int... dscps) {
    TreeMap<Dscp, Priority> entries = new TreeMap<>();
    for (int dscp : dscps) {
      entries.put(Dscp.of(dscp), Priority.of(3));
    }
    return DscpMap.of(entries);
  }

  private Plan plan(DscpMap now, Setting wanted, Map<String, String> waived) {
    return Planner.plan(
        new TreeMap<>(Map.of(KEY, wanted)),
        new Situation(
            Map.of(LEAF, new Observed(LEAF, Map.of(KEY.kind(), new Reading.Value(now)))),
            Map.of(LEAF, new Capabilities(LEAF, Map.of(KEY.kind(), can), 8)),
            Neighbourhood.of(List.of(LEAF), Links.of(List.of(), List.of())),
            Set.of(),
            true,
            Map.of(),
            new Acceptance(true, true, waived)));
  }
}
