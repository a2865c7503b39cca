package dev.losslessd.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ContractsTest {
  private static final PortId NIC = PortId.parse("gpu01:ens1f0np0");
  private static final PortId PORT = PortId.parse("leaf1:Ethernet1/1");
  private static final Setting ON = new Pfc(PrioritySet.of(3));
  private static final Setting DSCP = new Trust(Trust.Field.DSCP);
  private static final Setting MARKING =
      Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(150_000, 1_500_000, 10)));

  @Test
  void equalEndsAreInOrder() {
    LinkContract contract =
        contract(
            end(NIC, ON, map(26, 3), GlobalPause.OFF), end(PORT, ON, map(26, 3), GlobalPause.OFF));

    assertThat(contract.verdict()).isEqualTo(Verdict.OK);
    assertThat(contract.checks()).extracting(Check::why).containsOnly("");
  }

  @Test
  void pfcOnOneEndOnlyIsBroken() {
    LinkContract contract =
        contract(end(NIC, ON, map(), GlobalPause.OFF), end(PORT, Pfc.OFF, map(), GlobalPause.OFF));

    assertThat(check(contract, "pfc").verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(check(contract, "pfc").a()).isEqualTo("3");
    assertThat(check(contract, "pfc").b()).isEqualTo("none");
  }

  @Test
  void aLosslessCodePointThatLandsElsewhereIsBrokenAndNamed() {
    LinkContract contract =
        contract(
            end(NIC, ON, map(26, 3), GlobalPause.OFF), end(PORT, ON, map(26, 1), GlobalPause.OFF));

    assertThat(check(contract, "dscp").why())
        .isEqualTo("DSCP 26 is priority 3 and 1, which is lossy at " + PORT);
  }

  @Test
  void whyAPortDoesNotTellIsShownWhereItsSwitchHasNoSuchSetting() {
    Observed port =
        new Observed(
            Target.port(PORT),
            Map.of(
                SettingKind.PFC,
                new Reading.Value(ON),
                SettingKind.ECN,
                new Reading.Unsupported("TC-3 marks")));
    End leaf = new End(PORT, port, Optional.of(new Observed(Target.parse("leaf1"), Map.of())));

    Check ecn = check(contract(end(NIC, ON, map(26, 3), GlobalPause.OFF), leaf), "ecn");

    assertThat(ecn.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(ecn.b()).isEqualTo("unsupported: TC-3 marks");
  }

  @Test
  void aSwitchMayHaveMoreCodePointsInAClassThanItsHostSends() {
    End host = end(NIC, ON, map(26, 3), GlobalPause.OFF);
    End leaf = onSwitch(end(PORT, ON, map(26, 3, 3, 3), GlobalPause.OFF));
    End other = onSwitch(end(PORT, ON, map(3, 3), GlobalPause.OFF));

    assertThat(check(contract(host, leaf), "dscp").verdict()).isEqualTo(Verdict.OK);
    assertThat(check(contract(host, other), "dscp").why())
        .isEqualTo("DSCP 26 is priority 3 and none");
    assertThat(check(contract(end(NIC, ON, map(), GlobalPause.OFF), leaf), "dscp").why())
        .isEqualTo("DSCP 3 is priority none and 3; DSCP 26 is priority none and 3");
  }

  private static End onSwitch(End end) {
    Observed box = new Observed(new Target.Device(end.port().device()), Map.of());
    return new End(end.port(), end.onPort(), Optional.of(box));
  }

  @Test
  void codePointsOfLossyClassesMayDiffer() {
    LinkContract contract =
        contract(
            end(NIC, ON, map(26, 3, 10, 1), GlobalPause.OFF),
            end(PORT, ON, map(26, 3, 10, 2), GlobalPause.OFF));

    assertThat(contract.verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void globalPauseOnEitherEndIsBroken() {
    LinkContract contract =
        contract(
            end(NIC, ON, map(26, 3), new GlobalPause(true, true)),
            end(PORT, ON, map(26, 3), GlobalPause.OFF));

    assertThat(check(contract, "global-pause").why()).contains("not PFC");
  }

  @Test
  void anEndThatDoesNotTellIsUnknownAndNeverOk() {
    Observed silent = new Observed(Target.port(PORT), Map.of());
    LinkContract contract =
        contract(
            end(NIC, ON, map(26, 3), GlobalPause.OFF), new End(PORT, silent, Optional.empty()));

    assertThat(contract.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(check(contract, "seen").why())
        .isEqualTo("nothing is told here by leaf1:Ethernet1/1");
  }

  @Test
  void whatTheWholeDeviceSaysCountsForItsPorts() {
    LinkContract contract =
        contract(
            end(NIC, ON, map(26, 3), GlobalPause.OFF),
            Ended.leaf(
                PORT,
                List.of(ON, GlobalPause.OFF, DSCP, new Mtu(9216)),
                List.of(map(26, 3), new Lossless(PrioritySet.of(3)), MARKING)));

    assertThat(contract.verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void theConfigIsBelievedBeforeLldpAndTheDifferenceIsTold() {
    Link declared = link("gpu01:ens1f0np0", "leaf1:Ethernet1/1", Link.Source.CONFIG);
    Link moved = link("leaf1:Ethernet1/2", "gpu01:ens1f0np0", Link.Source.LLDP);
    Link same = link("leaf1:Ethernet1/1", "gpu01:ens1f0np0", Link.Source.LLDP);
    Link other = link("gpu02:ens1f0np0", "leaf1:Ethernet1/9", Link.Source.LLDP);

    Links links = Links.of(List.of(declared), List.of(same, moved, other));

    assertThat(links.all()).containsExactly(declared, other);
    assertThat(links.mismatches()).extracting(Links.Mismatch::dropped).containsExactly(moved);
    assertThat(links.peer(NIC)).contains(PORT);
    assertThat(links.peer(PortId.parse("leaf1:Ethernet1/2"))).isEmpty();
  }

  @Test
  void aFarPortThatToldOnlyItsAddressMayBeTheDeclaredOne() {
    Link declared = link("gpu02:ens1f0np0", "leaf1:Ethernet1/2", Link.Source.CONFIG);
    Link told = link("gpu02:0c:42:a1:00:00:77", "leaf1:Ethernet1/2", Link.Source.LLDP);
    Link elsewhere = link("gpu03:0c:42:a1:00:00:78", "leaf1:Ethernet1/2", Link.Source.LLDP);

    assertThat(Links.of(List.of(declared), List.of(told)).mismatches()).isEmpty();
    assertThat(Links.of(List.of(declared), List.of(elsewhere)).mismatches()).hasSize(1);
  }

  @Test
  void aCableThatBothSwitchesTellIsOneLink() {
    Link one = link("leaf1:Ethernet1/49", "leaf2:Ethernet1/50", Link.Source.LLDP);
    Link same = link("leaf2:Ethernet1/50", "leaf1:Ethernet1/49", Link.Source.LLDP);

    Links links = Links.of(List.of(), List.of(one, same));

    assertThat(links.all()).containsExactly(one);
    assertThat(links.mismatches()).isEmpty();
  }

  @Test
  void aLinkToItselfIsRefused() {
    assertThatThrownBy(() -> link("a:x", "a:x", Link.Source.CONFIG)).hasMessageContaining("itself");
  }

  private static LinkContract contract(End a, End b) {
    return Contracts.of(
        new Link(NIC, PORT, OptionalInt.of(5), Link.Source.CONFIG), a, b, PrioritySet.NONE);
  }

  private static Check check(LinkContract contract, String name) {
    return contract.checks().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  private static Link link(String a, String b, Link.Source source) {
    return new Link(PortId.parse(a), PortId.parse(b), OptionalInt.empty(), source);
  }

  /** With a trust and an MTU that fit. */
  private static End end(PortId port, Setting... settings) {
    List<Setting> all = new ArrayList<>(List.of(settings));
    all.addAll(List.of(DSCP, new Mtu(9000)));
    return Ended.nic(port, all);
  }

  private static DscpMap map(int... pairs) {
    TreeMap<Dscp, Priority> entries = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      entries.put(Dscp.of(pairs[i]), Priority.of(pairs[i + 1]));
    }
    return new DscpMap(entries);
  }
}
