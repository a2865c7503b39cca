package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.formulas.Asic;
import dev.losslessd.formulas.SharedBuffer;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/** Each rule over one cable, with numbers of the published tables. */
class StateRuleTest extends TwoPortFixture {
  @Test
  void aNicBufferBelowWhatTheDriverAsksForIsRefused() {
    leafCarries(3);
    // 100G, 5 m, MTU 1500: (301 + 10) * 100 + 4080 + 9216 + 128
    long need = 31_100 + 4_080 + 9_216 + 128;
    set(NIC, headroom(1, need - 1));

    assertThat(refusals(NIC, ON3))
        .containsExactly(
            new Refusal(
                "headroom",
                "gpu01:ens1f0np0 headroom",
                "lossless priority 3 has buffer 1 of 44523 bytes, 100G over 5 m with MTU 1500 need"
                    + " 44524 bytes"));
    set(NIC, headroom(1, need));
    assertThat(refusals(NIC, ON3)).isEmpty();
  }

  @Test
  void aLongerCableOrALargerPacketNeedsMore() {
    leafCarries(3);
    set(NIC, headroom(1, 44_524));
    cable = OptionalInt.of(7);
    assertThat(rules(NIC, ON3)).containsExactly("headroom");
    cable = OptionalInt.of(5);
    set(NIC, new Mtu(9000));
    assertThat(rules(NIC, ON3)).containsExactly("headroom");
  }

  @Test
  void whereAnyInputOfHeadroomIsUnknownNothingIsSaid() {
    leafCarries(3);
    set(NIC, headroom(1, 1));
    assertThat(rules(NIC, ON3)).containsExactly("headroom");
    cable = OptionalInt.empty();
    assertThat(rules(NIC, ON3)).isEmpty();
    cable = OptionalInt.of(5);
    nic = new Facts.NicPort(0, true);
    assertThat(rules(NIC, ON3)).isEmpty();
    nic = new Facts.NicPort(100_000, false);
    assertThat(rules(NIC, ON3)).isEmpty();
    nic = new Facts.NicPort(100_000, true);
    is.remove(new Key(NIC, SettingKind.MTU));
    assertThat(rules(NIC, ON3)).isEmpty();
    set(NIC, new Mtu(1500));
    is.remove(new Key(NIC, SettingKind.HEADROOM));
    assertThat(rules(NIC, ON3)).isEmpty();
  }

  @Test
  void tooSmallABufferCanBeMendedStepByStepButNotMadeWorse() {
    set(NIC, ON3);
    set(NIC, headroom(1, 10_000));

    assertThat(rules(NIC, headroom(1, 20_000))).as("better, though not enough").isEmpty();
    assertThat(rules(NIC, headroom(1, 9_000))).containsExactly("headroom");
    assertThat(rules(NIC, DscpMap.of(Map.of(Dscp.of(26), Priority.of(3))))).isEmpty();
    assertThat(rules(NIC, new Mtu(9000))).as("needs more than before").containsExactly("headroom");
    leafCarries(3, 4);
    assertThat(rules(NIC, new Pfc(PrioritySet.of(3, 4)))).as("buffer 0 has room").isEmpty();
    leafCarries();
    assertThat(rules(NIC, Pfc.OFF)).isEmpty();
  }

  @Test
  void switchHeadroomIsThatOfItsAsic() {
    // SN5600's own table: 113664 bytes at 100G and 5 m, 126976 at 40 m
    headroomOfSwitch("spectrum4", 113_663);
    assertThat(refusals(LEAF, PORT))
        .extracting(Refusal::rule, Refusal::subject)
        .containsExactly(Tuple.tuple("headroom", "leaf1:Ethernet1/7 pfc"));
    assertThat(refusals(LEAF, PORT).getFirst().reason())
        .startsWith(
            "a lossless priority has 113663 bytes of headroom, 100G over 5 m with MTU 9216 on"
                + " spectrum4 need 113664 bytes (lossless MTU 1024 + port MTU 9216 + cable 631");
    headroomOfSwitch("spectrum4", 113_664);
    assertThat(refusals(LEAF, PORT)).isEmpty();
    cable = OptionalInt.of(40);
    assertThat(refusals(LEAF, PORT)).hasSize(1);
    headroomOfSwitch("spectrum4", 126_976);
    assertThat(refusals(LEAF, PORT)).isEmpty();
    headroomOfSwitch("spectrum3", 126_976);
    assertThat(refusals(LEAF, PORT)).as("another generation needs far less").isEmpty();
    headroomOfSwitch("tomahawk", 177_631);
    assertThat(refusals(LEAF, PORT)).hasSize(1);
    headroomOfSwitch("tomahawk", 177_632);
    assertThat(refusals(LEAF, PORT)).isEmpty();
    nic = new Facts.NicPort(400_000, true);
    assertThat(refusals(LEAF, PORT)).as("no number for 400G on it").isEmpty();
    headroomOfSwitch("spectrum9", 1);
    assertThat(refusals(LEAF, PORT)).as("an ASIC that nobody knows").isEmpty();
  }

  @Test
  void marksThatStartAfterPauseAreRefused() {
    // alpha 1 of 4 MB: a single sender is paused at 2 MB
    shared(1, 4_000_000);
    set(LEAF, new Lossless(PrioritySet.of(3)));

    assertThat(rules(LEAF, marks(3, 1_999_999))).isEmpty();
    assertThat(refusals(LEAF, marks(3, 2_000_000)))
        .containsExactly(
            new Refusal(
                "ecn-after-pfc",
                "leaf1 ecn",
                "priority 3 is marked from 2000000 bytes on, but PFC pauses a single sender at"
                    + " 2000000 bytes (alpha 1.0 of 4000000 shared bytes); expected a lower min"));
    assertThat(rules(LEAF, marks(4, 2_000_000))).as("no PFC on 4").isEmpty();
    buffer = new Facts.Buffer(Asic.named("spectrum4"), Optional.empty(), OptionalLong.empty());
    assertThat(rules(LEAF, marks(3, 9_000_000))).as("pool and alpha are not known").isEmpty();
  }

  @Test
  void marksOfTheSimulatedSwitchMustBeginBelowItsSingleIngress() {
    // 32 MiB, 9 ports, 37500 bytes of headroom and 4096 reserved each, alpha 1/8
    SharedBuffer pool = new SharedBuffer(0.125, 32 * 1048576.0 - 337_500 - 9 * 4096.0);
    buffer = new Facts.Buffer(Optional.empty(), Optional.of(pool), OptionalLong.empty());
    set(LEAF, new Lossless(PrioritySet.of(3)));
    long bound = (long) (pool.sharedBytes() * 0.125 / 1.125);

    assertThat(bound).isEqualTo(3_686_674);
    assertThat(rules(LEAF, marks(3, bound))).isEmpty();
    assertThat(rules(LEAF, marks(3, bound + 1))).containsExactly("ecn-after-pfc");
  }

  @Test
  void marksThatAreTooLateMayComeDownInSteps() {
    shared(1, 4_000_000);
    set(LEAF, new Lossless(PrioritySet.of(3)));
    set(LEAF, marks(3, 5_000_000));

    assertThat(rules(LEAF, marks(3, 3_000_000))).isEmpty();
    assertThat(rules(LEAF, marks(3, 6_000_000))).containsExactly("ecn-after-pfc");
    assertThat(rules(PORT, new Mtu(9000))).as("not its subject").isEmpty();
  }

  @Test
  void aLosslessCodePointThatLandsElsewhereAtTheOtherEndIsRefused() {
    waived.put(PlanRule.ONE_END.id(), "the switch has no PFC, only its map counts here");
    set(NIC, DscpMap.of(Map.of(Dscp.of(26), Priority.of(3))));
    tell(LEAF, DscpMap.of(Map.of(Dscp.of(26), Priority.of(0))));

    assertThat(refusals(NIC, ON3))
        .containsExactly(
            new Refusal(
                "dscp-elsewhere",
                "leaf1:Ethernet1/7 dscp",
                "priority 3 is lossless on this link, but its DSCP 26 lands on priority 0 here;"
                    + " expected 26->3 at both ends"));
    tell(LEAF, DscpMap.of(Map.of(Dscp.of(26), Priority.of(3))));
    assertThat(rules(NIC, ON3)).isEmpty();
    tell(LEAF, DscpMap.EMPTY);
    assertThat(rules(NIC, ON3)).as("the far end does not name it").isEmpty();
  }

  @Test
  void aCodePointThatIsWantedInThePriorityCountsAsWellAsOneThatIsThere() {
    waived.put(PlanRule.ONE_END.id(), "the switch has no PFC, only its map counts here");
    set(NIC, DscpMap.of(Map.of(Dscp.of(26), Priority.of(0))));
    assertThat(rules(NIC, ON3)).isEmpty();

    want(NIC, DscpMap.of(Map.of(Dscp.of(26), Priority.of(3))));

    assertThat(refusals(NIC, ON3))
        .extracting(Refusal::subject)
        .containsExactly("gpu01:ens1f0np0 dscp");
  }

  @Test
  void movingACodePointAtOneEndOnlyIsRefusedAndMendingIsNot() {
    set(NIC, ON3);
    set(NIC, DscpMap.of(Map.of(Dscp.of(26), Priority.of(3))));
    tell(LEAF, DscpMap.of(Map.of(Dscp.of(26), Priority.of(3))));

    assertThat(rules(NIC, DscpMap.of(Map.of(Dscp.of(26), Priority.of(4)))))
        .containsExactly("dscp-elsewhere");
    set(NIC, DscpMap.of(Map.of(Dscp.of(26), Priority.of(4))));
    assertThat(rules(NIC, DscpMap.of(Map.of(Dscp.of(26), Priority.of(3))))).isEmpty();
    assertThat(rules(NIC, new Mtu(1400))).as("bad already, and none of its affair").isEmpty();
  }

  @Test
  void globalPauseIsNotWantedTogetherWithPfc() {
    set(NIC, ON3);

    assertThat(refusals(NIC, new GlobalPause(true, false)))
        .containsExactly(
            new Refusal(
                "pause-with-pfc",
                "gpu01:ens1f0np0 global-pause",
                "802.3x pause rx together with PFC on priority 3; a port can have one of them,"
                    + " expected global-pause off"));
    set(NIC, Pfc.OFF);
    assertThat(rules(NIC, new GlobalPause(true, true))).isEmpty();
    assertThat(rules(PORT, new GlobalPause(true, true))).isEmpty();
  }

  @Test
  void cnpsThatWouldWaitInLineAreRefused() {
    set(NIC, ON3);
    set(NIC, DscpMap.of(Map.of(Dscp.of(48), Priority.of(6))));
    set(NIC, ets(Ets.Selection.STRICT));

    assertThat(refusals(NIC, ets(Ets.Selection.ETS)))
        .containsExactly(
            new Refusal(
                "cnp-not-strict",
                "gpu01:ens1f0np0 ets",
                "CNPs have DSCP 48 and priority 6, whose traffic class 6 is ets, expected strict"));
    set(NIC, new Dcqcn(null, Map.of(DcqcnParameter.CNP_DSCP, 46L)));
    assertThat(rules(NIC, ets(Ets.Selection.ETS))).as("CNPs go elsewhere").isEmpty();
    set(NIC, new Dcqcn(PrioritySet.NONE, Map.of(DcqcnParameter.CNP_DSCP, 48L)));
    assertThat(rules(NIC, ets(Ets.Selection.ETS))).as("PFC only: there are no CNPs").isEmpty();
  }

  @Test
  void aPortFromTheFactoryGetsItsMapBeforeItsClasses() {
    DscpMap cnps = DscpMap.of(Map.of(Dscp.of(48), Priority.of(6)));
    assertThat(rules(NIC, cnps)).as("nothing relies on its classes").isEmpty();

    set(NIC, ON3);
    assertThat(rules(NIC, cnps)).as("lossless traffic may be in the way").isNotEmpty();
    set(NIC, Pfc.OFF);
    set(NIC, strict(1));
    assertThat(rules(NIC, cnps)).as("another class was made strict").isNotEmpty();
  }

  private static Ets strict(int tc) {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    selection.set(tc, Ets.Selection.STRICT);
    Ets plain = ets(Ets.Selection.ETS);
    return new Ets(selection, plain.bandwidthPercent(), plain.classOfPriority());
  }

  @Test
  void aCnpClassThatIsNewlyMadeMustBeStrictAtTheSwitchToo() {
    set(LEAF, new Lossless(PrioritySet.of(3)));
    set(PORT, ON3);
    set(LEAF, ets(Ets.Selection.ETS));

    assertThat(refusals(LEAF, DscpMap.of(Map.of(Dscp.of(48), Priority.of(6)))))
        .extracting(Refusal::text)
        .containsExactly(
            "leaf1:Ethernet1/7 ets: CNPs have DSCP 48 and priority 6, whose traffic class 6 is"
                + " ets, expected strict [cnp-not-strict]");
    set(LEAF, ets(Ets.Selection.STRICT));
    assertThat(rules(LEAF, DscpMap.of(Map.of(Dscp.of(48), Priority.of(6))))).isEmpty();
  }

  @Test
  void moreLosslessPrioritiesThanThereIsRoomForMayOnlyBecomeFewer() {
    leafCarries(1, 2, 3, 5);
    assertThat(refusals(NIC, new Pfc(PrioritySet.of(1, 2, 3))))
        .extracting(Refusal::text)
        .containsExactly(
            "gpu01:ens1f0np0 pfc: 3 lossless priorities, this port has 2 [too-many-lossless]");
    set(NIC, new Pfc(PrioritySet.of(1, 2, 3, 4)));
    assertThat(rules(NIC, new Pfc(PrioritySet.of(1, 2, 3)))).isEmpty();
    assertThat(rules(NIC, new Pfc(PrioritySet.of(1, 2, 3, 4, 5))))
        .containsExactly("too-many-lossless");
  }

  /** pfc_cap counts traffic classes. */
  @Test
  void losslessPrioritiesOfOneClassCountOnce() {
    leafCarries(1, 2, 3, 4, 5);
    Ets shared =
        new Ets(
            Collections.nCopies(8, Ets.Selection.STRICT),
            Collections.nCopies(8, 0),
            List.of(0, 1, 1, 1, 2, 0, 0, 0));
    set(NIC, shared);

    assertThat(rules(NIC, new Pfc(PrioritySet.of(1, 2, 3)))).isEmpty();
    assertThat(rules(NIC, new Pfc(PrioritySet.of(1, 2, 3, 4, 5))))
        .containsExactly("too-many-lossless");
  }

  @Test
  void besideASecondSourceOfDcbNothingIsWrittenUnlessThatIsWaived() {
    leafCarries(3);
    pfcOfNic = Capability.held(PlanRule.TWO_DCB_SOURCES, "lldpad runs on this host", Set.of());

    assertThat(rules(NIC, ON3)).containsExactly("two-dcb-sources");
    waived.put("two-dcb-sources", "it is stopped next week");

    assertThat(plan(NIC, ON3).changes()).hasSize(1);
  }

  @Test
  void aWaivedRuleRefusesNothingAndStaysInThePlan() {
    leafCarries(3);
    set(NIC, headroom(1, 1));
    Plan refused = plan(NIC, ON3);
    waived.put("headroom", "short cable");

    Plan plan = plan(NIC, ON3);

    assertThat(refused.changes()).isEmpty();
    assertThat(plan.refusals()).isEmpty();
    assertThat(plan.changes()).hasSize(1);
    assertThat(plan.waived()).hasSize(1);
    assertThat(plan.waived().getFirst().refusal()).isEqualTo(refused.refusals().getFirst());
    assertThat(plan.waived().getFirst().text()).endsWith("[headroom]; waived: short cable");
    assertThat(plan.id()).isNotEqualTo(refused.id());
    waived.put("pause-with-pfc", "not needed");
    assertThat(plan(NIC, ON3).waived()).as("what was not needed is not told").hasSize(1);
  }

  @Test
  void everyRuleHasAnIdASourceAndItsRoom() {
    for (PlanRule rule : PlanRule.values()) {
      assertThat(rule.id()).matches("[a-z]+(-[a-z]+)*");
      assertThat(PlanRule.named(rule.id())).contains(rule);
      assertThat(rule.source()).isNotBlank();
    }
    assertThat(StateRule.ALL).allMatch(one -> one.rule().waivable());
  }
}
