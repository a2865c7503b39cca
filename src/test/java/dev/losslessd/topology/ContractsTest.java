package dev.losslessd.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.topology.LinkContract.Check;
import dev.losslessd.topology.LinkContract.Verdict;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ContractsTest {
  private static final PortId NIC = PortId.parse("gpu01:ens1f0np0");
  private static final PortId PORT = PortId.parse("leaf1:Ethernet1/1");
  private static final Setting ON = new Pfc(PrioritySet.of(3));

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
    assertThat(check(contract, "pfc").atA()).isEqualTo("3");
    assertThat(check(contract, "pfc").atB()).isEqualTo("none");
  }

  @Test
  void aLosslessCodePointThatLandsElsewhereIsBrokenAndNamed() {
    LinkContract contract =
        contract(
            end(NIC, ON, map(26, 3), GlobalPause.OFF), end(PORT, ON, map(26, 1), GlobalPause.OFF));

    assertThat(check(contract, "dscp").why()).isEqualTo("DSCP 26 is priority 3 and 1");
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
    assertThat(check(contract, "pfc").why()).isEqualTo("leaf1:Ethernet1/1 does not tell its pfc");
  }

  @Test
  void whatTheWholeDeviceSaysCountsForItsPorts() {
    Observed device =
        new Observed(
            new Target.Device(PORT.device()),
            Map.of(SettingKind.DSCP_MAP, new Reading.Value(map(26, 3))));
    Observed port =
        new Observed(
            Target.port(PORT),
            Map.of(
                SettingKind.PFC, new Reading.Value(ON),
                SettingKind.GLOBAL_PAUSE, new Reading.Value(GlobalPause.OFF)));

    LinkContract contract =
        contract(
            end(NIC, ON, map(26, 3), GlobalPause.OFF), new End(PORT, port, Optional.of(device)));

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
  void aLinkToItselfIsRefused() {
    assertThatThrownBy(() -> link("a:x", "a:x", Link.Source.CONFIG)).hasMessageContaining("itself");
  }

  private static LinkContract contract(End a, End b) {
    return Contracts.of(new Link(NIC, PORT, OptionalInt.of(5), Link.Source.CONFIG), a, b);
  }

  private static Check check(LinkContract contract, String name) {
    return contract.checks().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  private static Link link(String a, String b, Link.Source source) {
    return new Link(PortId.parse(a), PortId.parse(b), OptionalInt.empty(), source);
  }

  private static End end(PortId port, Setting... settings) {
    EnumMap<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    for (Setting setting : settings) {
      readings.put(setting.kind(), new Reading.Value(setting));
    }
    return new End(port, new Observed(Target.port(port), readings), Optional.empty());
  }

  private static DscpMap map(int... pairs) {
    java.util.TreeMap<Dscp, Priority> entries = new java.util.TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      entries.put(Dscp.of(pairs[i]), Priority.of(pairs[i + 1]));
    }
    return new DscpMap(entries);
  }
}
