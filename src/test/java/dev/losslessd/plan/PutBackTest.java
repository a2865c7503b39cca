package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Capability;
import dev.losslessd.model.DcbxMode;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests that found settings are put back whatever the rules say; the plan names those rules. */
class PutBackTest extends TwoPortFixture {
  private static final Ets NINETY =
      new Ets(
          Collections.nCopies(8, Ets.Selection.ETS),
          List.of(50, 0, 0, 40, 0, 0, 0, 0),
          List.of(0, 1, 2, 3, 4, 5, 6, 7));

  @Test
  void sharesThatWereFoundUnevenComeBackUneven() {
    putsBack(PlanRule.ETS_SUM, PORT, NINETY, ets(Ets.Selection.ETS));
  }

  @Test
  void whatCameBackUnevenIsPartOfTheIntentAndRepaired() {
    set(PORT, ets(Ets.Selection.ETS));
    want(PORT, NINETY);

    assertThat(refusals(PORT, NINETY)).isEmpty();
    assertThat(plan(PORT, NINETY).changes()).hasSize(1);
  }

  @Test
  void aParameterOutsideItsRangeThatStaysIsNotJudged() {
    Dcqcn odd = new Dcqcn(null, Map.of(DcqcnParameter.CNP_DSCP, 200L));
    putsBack(PlanRule.RANGE, NIC, odd, new Dcqcn(null, Map.of(DcqcnParameter.CNP_DSCP, 48L)));
    set(NIC, odd);
    exact = false;

    assertThat(refusals(NIC, odd)).isEmpty();
  }

  @Test
  void headroomThatWasTooSmallComesBackTooSmall() {
    set(NIC, new Pfc(PrioritySet.of(3)));
    putsBack(PlanRule.HEADROOM, NIC, headroom(1, 40_000), headroom(1, 60_000));
  }

  @Test
  void marksThatBeganTooLateDoSoAgain() {
    shared(0.125, 1_000_000);
    set(LEAF, new Lossless(PrioritySet.of(3)));
    set(PORT, new Pfc(PrioritySet.of(3)));
    putsBack(PlanRule.ECN_AFTER_PFC, LEAF, marks(3, 500_000), marks(3, 1_000));
  }

  @Test
  void pauseBesidePfcComesBack() {
    set(NIC, ON3);
    putsBack(PlanRule.PAUSE_WITH_PFC, NIC, new GlobalPause(true, true), GlobalPause.OFF);
  }

  @Test
  void moreLosslessPrioritiesThanThereIsRoomForComeBack() {
    leafCarries(2, 3, 4);
    putsBack(PlanRule.TOO_MANY_LOSSLESS, NIC, new Pfc(new PrioritySet(0b11100)), Pfc.OFF);
  }

  @Test
  void firmwareGetsItsDecisionBackAfterWhatItHadDecided() {
    set(NIC, ON3);
    set(NIC, DcbxMode.HOST);
    SortedMap<Key, Setting> found = new TreeMap<>();
    found.put(new Key(NIC, SettingKind.PFC), Pfc.OFF);
    found.put(new Key(NIC, SettingKind.DCBX_MODE), DcbxMode.FIRMWARE);
    assertThat(Planner.plan(found, situation()).refusals())
        .extracting(refusal -> refusal.rule())
        .containsExactly("firmware-decides");
    exact = true;

    Plan plan = Planner.plan(found, situation());

    assertThat(plan.refusals()).isEmpty();
    assertThat(plan.changes())
        .extracting(change -> change.after())
        .containsExactly(Pfc.OFF, DcbxMode.FIRMWARE);
  }

  @Test
  void whatMayNotBeWrittenIsNotPutBackEither() {
    exact = true;
    set(NIC, ON3);
    pfcOfNic = Capability.readOnly("set by hand");

    assertThat(rules(NIC, Pfc.OFF)).containsExactly("read-only");
  }

  /** As a wish it is refused; as what was there it is put back, and the plan tells of the rule. */
  private void putsBack(PlanRule rule, Target target, Setting found, Setting now) {
    set(target, now);
    exact = false;
    assertThat(rules(target, found)).containsExactly(rule.id());
    exact = true;

    Plan plan = plan(target, found);

    assertThat(plan.refusals()).isEmpty();
    assertThat(plan.changes()).extracting(change -> change.after()).contains(found);
    assertThat(plan.waived())
        .singleElement()
        .satisfies(waiver -> {
          assertThat(waiver.refusal().rule()).isEqualTo(rule.id());
          assertThat(waiver.because()).isEqualTo("it is put back as it was");
        });
  }
}
