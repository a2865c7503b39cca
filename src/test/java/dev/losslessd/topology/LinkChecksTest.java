package dev.losslessd.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.LinkContract.Check;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Each check against ends that are in order but for one thing. */
class LinkChecksTest {
  private static final PortId NIC = PortId.parse("gpu01:ens1f0np0");
  private static final PortId PORT = PortId.parse("leaf1:Ethernet1/1");
  private static final PortId SPINE = PortId.parse("spine1:Ethernet1/9");
  private static final Setting PFC = new Pfc(PrioritySet.of(3));
  private static final Setting MAP = DscpMap.of(Map.of(Dscp.of(26), Priority.of(3)));
  private static final Setting BY_DSCP = new Trust(Trust.Field.DSCP);
  private static final Setting BY_PCP = new Trust(Trust.Field.PCP);

  private static final List<Setting> ON_NIC =
      List.of(PFC, MAP, BY_DSCP, GlobalPause.OFF, new Mtu(9000));
  private static final List<Setting> ON_PORT =
      List.of(PFC, BY_DSCP, GlobalPause.OFF, new Mtu(9216));
  private static final List<Setting> ON_LEAF =
      List.of(MAP, new Lossless(PrioritySet.of(3)), marking(3));

  @Test
  void aNicAndALeafThatFitAreInOrder() {
    LinkContract contract = contract(nic(), leaf());

    assertThat(contract.verdict()).isEqualTo(Verdict.OK);
    assertThat(contract.checks())
        .extracting(Check::name)
        .containsExactly("pfc", "dscp", "trust", "lossless", "ecn", "mtu", "global-pause");
    assertThat(contract.checks()).extracting(Check::why).containsOnly("");
  }

  @Test
  void withoutPfcAtBothEndsThereIsNothingElseToHold() {
    LinkContract contract =
        contract(
            nic(Pfc.OFF, new GlobalPause(true, true)),
            Ended.leaf(
                PORT, with(ON_PORT, Pfc.OFF, BY_PCP, new Mtu(1500)), List.of(Lossless.NONE)));

    assertThat(contract.verdict()).isEqualTo(Verdict.OK);
    assertThat(contract.checks()).extracting(Check::name).containsExactly("pfc");
  }

  @Test
  void agreeingOnNoPfcIsBrokenWhereItIsWanted() {
    End leaf = Ended.leaf(PORT, with(ON_PORT, Pfc.OFF), ON_LEAF);
    LinkContract contract = Contracts.of(link(NIC, PORT), nic(Pfc.OFF), leaf, PrioritySet.of(3));

    assertThat(check(contract, "pfc").verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(check(contract, "pfc").why()).contains("priority 3 is wanted lossless");
  }

  @Test
  void aPortThatTakesLessThanTheNicSendsIsBroken() {
    Check mtu = check(contract(nic(), leaf(new Mtu(1500))), "mtu");

    assertThat(mtu.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(mtu.a()).isEqualTo("9000");
    assertThat(mtu.b()).isEqualTo("1500");
    assertThat(mtu.why())
        .isEqualTo(
            "leaf1:Ethernet1/1 drops packets of more than 1500 bytes, which gpu01:ens1f0np0"
                + " sends");
  }

  @Test
  void aPortThatTakesMoreThanTheNicSendsIsFineToTheByte() {
    assertThat(check(contract(nic(), leaf(new Mtu(9000))), "mtu").verdict()).isEqualTo(Verdict.OK);
    assertThat(check(contract(nic(), leaf(new Mtu(8999))), "mtu").verdict())
        .isEqualTo(Verdict.BROKEN);
  }

  @Test
  void switchesMustTakeTheSameOfEachOther() {
    End spine = Ended.leaf(SPINE, with(ON_PORT, new Mtu(9214)), ON_LEAF);

    Check mtu = check(contract(link(PORT, SPINE), leaf(), spine), "mtu");

    assertThat(mtu.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(mtu.why()).startsWith("spine1:Ethernet1/9 drops packets of more than 9214");
  }

  @Test
  void aPortThatClassifiesByPcpIsBrokenWhateverItsMapSays() {
    Check trust = check(contract(nic(), leaf(BY_PCP)), "trust");

    assertThat(trust.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(trust.why()).contains("leaf1:Ethernet1/1 classifies by PCP");
    assertThat(check(contract(nic(BY_PCP), leaf()), "trust").why()).contains("gpu01:ens1f0np0");
  }

  @Test
  void aNicWithoutATrustSettingIsNotBlamedButASwitchIs() {
    End bare = Ended.nic(NIC, without(ON_NIC, SettingKind.TRUST));
    End mute = Ended.leaf(PORT, without(ON_PORT, SettingKind.TRUST), ON_LEAF);

    assertThat(check(contract(bare, leaf()), "trust").verdict()).isEqualTo(Verdict.OK);
    assertThat(check(contract(nic(), mute), "trust").verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(check(contract(nic(), mute), "trust").why())
        .isEqualTo("leaf1:Ethernet1/1 does not tell its trust");
  }

  @Test
  void theWholeSwitchMustNotDropWhatTheLinkPauses() {
    End leaf = Ended.leaf(PORT, ON_PORT, with(ON_LEAF, new Lossless(PrioritySet.of(4))));

    Check lossless = check(contract(nic(), leaf), "lossless");

    assertThat(lossless.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(lossless.a()).isEqualTo("pfc 3");
    assertThat(lossless.b()).isEqualTo("4");
    assertThat(lossless.why()).isEqualTo("leaf1 has no lossless queue for priority 3");
  }

  @Test
  void moreLosslessQueuesThanTheLinkNeedsAreFine() {
    End leaf = Ended.leaf(PORT, ON_PORT, with(ON_LEAF, new Lossless(PrioritySet.of(3, 4))));

    assertThat(check(contract(nic(), leaf), "lossless").verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void aLosslessQueueThatDoesNotMarkIsBroken() {
    End leaf = Ended.leaf(PORT, ON_PORT, with(ON_LEAF, marking(4)));

    Check ecn = check(contract(nic(), leaf), "ecn");

    assertThat(ecn.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(ecn.why()).contains("leaf1:Ethernet1/1 marks nothing in priority 3");
    assertThat(ecn.a()).isEqualTo("dcqcn not told");
    assertThat(ecn.b()).isEqualTo("4=150KB..1500KB@10%");
  }

  @Test
  void marksThatTheNicIgnoresAreBroken() {
    Check ecn = check(contract(nic(dcqcn(PrioritySet.NONE)), leaf()), "ecn");

    assertThat(ecn.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(ecn.why()).contains("gpu01:ens1f0np0 ignores marks").contains("priority 3");
    assertThat(ecn.a()).isEqualTo("dcqcn off");
    assertThat(check(contract(nic(dcqcn(PrioritySet.of(3))), leaf()), "ecn").verdict())
        .isEqualTo(Verdict.OK);
  }

  @Test
  void pfcOnlyIsAnAgreementOfBothEnds() {
    End unmarked = Ended.leaf(PORT, ON_PORT, with(ON_LEAF, Ecn.OFF));

    assertThat(check(contract(nic(dcqcn(PrioritySet.NONE)), unmarked), "ecn").verdict())
        .isEqualTo(Verdict.OK);
    assertThat(check(contract(nic(dcqcn(PrioritySet.of(3))), unmarked), "ecn").verdict())
        .isEqualTo(Verdict.BROKEN);
  }

  @Test
  void marksOfAPortThatCouldNotBeReadAreNotThoseOfItsSwitch() {
    End switched = leaf();
    Map<SettingKind, Reading> readings = new EnumMap<>(switched.onPort().readings());
    readings.put(SettingKind.ECN, new Reading.Unread("thresholds of its own"));
    End leaf = new End(PORT, new Observed(Target.port(PORT), readings), switched.onDevice());

    assertThat(check(contract(nic(), leaf), "ecn").verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aSwitchThatDoesNotTellItsQueuesIsUnknown() {
    End leaf = Ended.leaf(PORT, ON_PORT, List.of(MAP));

    LinkContract contract = contract(nic(), leaf);

    assertThat(check(contract, "ecn").verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(check(contract, "lossless").why())
        .isEqualTo("leaf1:Ethernet1/1 does not tell its lossless");
    assertThat(contract.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void anEndThatNobodyHereSeesIsOneUnknownCheck() {
    End bad = Ended.leaf(PORT, with(ON_PORT, BY_PCP), List.of(Lossless.NONE, Ecn.OFF, MAP));

    LinkContract contract = contract(End.unseen(NIC), bad);

    assertThat(contract.checks()).extracting(Check::verdict).containsExactly(Verdict.UNKNOWN);
    assertThat(contract.checks())
        .extracting(Check::why)
        .containsExactly("nothing is told here by gpu01:ens1f0np0");
  }

  @Test
  void twoNicsBackToBackHaveNoQueueToMark() {
    PortId other = PortId.parse("gpu02:ens1f0np0");

    LinkContract contract = contract(link(NIC, other), nic(), Ended.nic(other, ON_NIC));

    assertThat(contract.verdict()).isEqualTo(Verdict.OK);
    assertThat(contract.checks()).extracting(Check::name).doesNotContain("ecn", "lossless");
  }

  private static LinkContract contract(End a, End b) {
    return contract(link(NIC, PORT), a, b);
  }

  private static LinkContract contract(Link link, End a, End b) {
    return Contracts.of(link, a, b, PrioritySet.NONE);
  }

  private static Link link(PortId a, PortId b) {
    return new Link(a, b, OptionalInt.empty(), Link.Source.LLDP);
  }

  private static Check check(LinkContract contract, String name) {
    return contract.checks().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  private static End nic(Setting... others) {
    return Ended.nic(NIC, with(ON_NIC, others));
  }

  private static End leaf(Setting... others) {
    return Ended.leaf(PORT, with(ON_PORT, others), ON_LEAF);
  }

  private static Ecn marking(int priority) {
    return Ecn.of(Map.of(Priority.of(priority), new Ecn.Marking(150_000, 1_500_000, 10)));
  }

  private static Dcqcn dcqcn(PrioritySet enabled) {
    return new Dcqcn(enabled, Map.of());
  }

  private static List<Setting> with(List<Setting> settings, Setting... others) {
    List<Setting> all = new ArrayList<>(settings);
    for (Setting other : others) {
      all.removeIf(one -> one.kind() == other.kind());
      all.add(other);
    }
    return all;
  }

  private static List<Setting> without(List<Setting> settings, SettingKind kind) {
    return settings.stream().filter(one -> one.kind() != kind).toList();
  }
}
