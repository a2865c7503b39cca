package dev.losslessd.driver.nvue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Contracts;
import dev.losslessd.topology.End;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ports that are bound to profiles of their own, which the settings of the switch do not reach. */
class OwnProfilesTest {
  private static final String SLOW =
      "set qos congestion-control SLOW traffic-class 5 ecn STATE"
          + " ; set qos congestion-control SLOW traffic-class 5 min-threshold 184320"
          + " ; set qos congestion-control SLOW traffic-class 5 max-threshold 737280"
          + " ; set qos congestion-control SLOW traffic-class 5 probability 60"
          + " ; set interface swp3 qos congestion-control profile SLOW";
  private static final String BULK =
      "set qos egress-scheduler BULK traffic-class 0 mode dwrr"
          + " ; set qos egress-scheduler BULK traffic-class 0 bw-percent 35"
          + " ; set qos egress-scheduler BULK traffic-class 5 mode dwrr"
          + " ; set qos egress-scheduler BULK traffic-class 5 bw-percent 65"
          + " ; set qos egress-scheduler BULK traffic-class 7 mode strict"
          + " ; set interface swp4 qos egress-scheduler profile BULK";

  @TempDir Path folder;

  private static void binds(Leaf leaf, boolean enabled) throws Exception {
    leaf.tell("foreign", SLOW.replace("STATE", enabled ? "enabled" : "enable"));
    leaf.tell("foreign", BULK);
  }

  @Test
  void marksAndSharesOfAPortAreThoseOfItsProfile() throws Exception {
    try (Leaf leaf = Leaf.newest(folder)) {
      binds(leaf, true);
      SwitchSession session = leaf.session();

      Reading ecn = session.read(leaf.port(3)).reading(SettingKind.ECN);
      assertThat(ecn.inForce())
          .contains(Ecn.of(Map.of(Priority.of(5), new Ecn.Marking(184_320, 737_280, 60))));
      Ets ets = (Ets) session.read(leaf.port(4)).inForce(SettingKind.ETS).orElseThrow();
      assertThat(ets.bandwidthPercent()).containsExactly(35, 0, 0, 0, 0, 65, 0, 0);
      assertThat(ets.selection().get(7)).isEqualTo(Ets.Selection.STRICT);

      assertThat(session.read(leaf.port(1)).readings())
          .doesNotContainKeys(SettingKind.ECN, SettingKind.ETS, SettingKind.LOSSLESS);
      assertThat(Leaf.value(session, leaf.box(), Ecn.OFF).text()).isEqualTo("0=150KB..1500KB@100%");
      for (var own : Map.of(3, SettingKind.ECN, 4, SettingKind.ETS).entrySet()) {
        Capability can = session.capabilities(leaf.port(own.getKey())).of(own.getValue());
        assertThat(can.access()).isEqualTo(Capability.Access.READ);
        assertThat(can.why()).contains("nv unset interface swp" + own.getKey() + " qos ");
      }
    }
  }

  @Test
  void theContractOfALinkHasThePortsOwnThresholds() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("contract"))) {
      binds(leaf, true);
      SwitchSession session = leaf.session();
      Observed box = session.read(leaf.box());
      PortId nic = new PortId(new DeviceId("gpu07"), "ens2f0np0");
      PortId port = ((Target.Port) leaf.port(3)).id();
      LinkContract contract =
          Contracts.of(
              new Link(nic, port, OptionalInt.empty(), Link.Source.CONFIG),
              new End(
                  nic,
                  new Observed(Target.port(nic), Map.of(SettingKind.MTU, mtu())),
                  Optional.empty()),
              new End(port, session.read(leaf.port(3)), Optional.of(box)),
              PrioritySet.of(5));
      assertThat(contract.checks())
          .filteredOn(check -> check.name().equals("ecn"))
          .singleElement()
          .asString()
          .contains("5=180KiB..720KiB@60%")
          .doesNotContain("1500KB");
    }
  }

  private static Reading mtu() {
    return new Reading.Value(new Mtu(9000));
  }

  @Test
  void aChangeOfTheSwitchAndItsInverseLeaveThePortAsItIs() throws Exception {
    for (Leaf leaf : Leaf.leaves(folder.resolve("both"))) {
      try (leaf) {
        binds(leaf, isNewest(leaf));
        SwitchSession session = leaf.session();
        List<String> found = leaf.state();
        Reading before = session.read(leaf.port(3)).reading(SettingKind.ECN);
        assertThat(before.inForce()).isPresent();
        Change change =
            Leaf.change(
                session,
                leaf.box(),
                Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(300_000, 900_000, 10))));
        session.apply(change);
        assertThat(session.read(leaf.port(3)).reading(SettingKind.ECN)).isEqualTo(before);
        session.apply(change.inverse());
        assertThat(leaf.state()).isEqualTo(found);
      }
    }
  }

  private static boolean isNewest(Leaf leaf) {
    return leaf.box().device().name().equals("leaf1");
  }

  @Test
  void profilesOfTheSamePrioritiesAreOneLosslessSet() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("same"))) {
      leaf.tell(
          "foreign",
          "set qos pfc NEAR switch-priority 2 ; set interface swp2 qos pfc profile NEAR"
              + " ; set qos pfc FAR switch-priority 2 ; set interface swp4 qos pfc profile FAR"
              + " ; set qos traffic-pool default-lossless memory-percent 50"
              + " ; set qos traffic-pool default-lossy memory-percent 50");
      SwitchSession session = leaf.session();
      List<String> found = leaf.state();
      Lossless two = new Lossless(PrioritySet.of(2));
      assertThat(session.read(leaf.box()).inForce(SettingKind.LOSSLESS)).contains(two);
      assertThat(session.read(leaf.port(4)).readings()).doesNotContainKey(SettingKind.LOSSLESS);

      Change none = Leaf.change(session, leaf.box(), Lossless.NONE);
      assertThatThrownBy(() -> session.apply(none)).hasMessageContaining("runs on swp2, swp4");
      Change join = Leaf.change(session, leaf.port(1), new Pfc(PrioritySet.of(2)));
      session.apply(join);
      assertThat(Leaf.value(session, leaf.port(1), Pfc.OFF)).isEqualTo(join.after());
      session.apply(join.inverse());
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void profilesOfOtherPrioritiesAreEachPortsOwn() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("other"))) {
      leaf.tell(
          "foreign",
          "set qos pfc NEAR switch-priority 2 ; set interface swp2 qos pfc profile NEAR"
              + " ; set qos pfc FAR switch-priority 6 ; set interface swp4 qos pfc profile FAR");
      SwitchSession session = leaf.session();
      List<String> found = leaf.state();
      Reading all = session.read(leaf.box()).reading(SettingKind.LOSSLESS);
      assertThat(all.inForce()).isEmpty();
      assertThat(all.text()).contains("FAR 6; NEAR 2", "each port has its own");
      assertThat(session.read(leaf.port(2)).inForce(SettingKind.LOSSLESS))
          .contains(new Lossless(PrioritySet.of(2)));
      assertThat(session.read(leaf.port(4)).inForce(SettingKind.LOSSLESS))
          .contains(new Lossless(PrioritySet.of(6)));
      assertThat(session.read(leaf.port(3)).inForce(SettingKind.LOSSLESS)).contains(Lossless.NONE);
      assertThat(session.capabilities(leaf.port(4)).of(SettingKind.LOSSLESS).access())
          .isEqualTo(Capability.Access.READ);

      Change join = Leaf.change(session, leaf.port(1), new Pfc(PrioritySet.of(2)));
      assertThatThrownBy(() -> session.apply(join)).hasMessageContaining("FAR 6; NEAR 2");
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void aPortOutsideTheProfileOfAllHasItsOwnLosslessPriorities() throws Exception {
    try (Leaf leaf = Leaf.newest(folder.resolve("global"))) {
      leaf.tell(
          "foreign",
          "set qos pfc default-global switch-priority 3 ; set qos pfc DISKS switch-priority 1 ; set"
              + " interface swp2 qos pfc profile DISKS");
      SwitchSession session = leaf.session();
      assertThat(session.read(leaf.box()).inForce(SettingKind.LOSSLESS))
          .contains(new Lossless(PrioritySet.of(3)));
      assertThat(session.read(leaf.port(2)).inForce(SettingKind.LOSSLESS))
          .contains(new Lossless(PrioritySet.of(1)));
      assertThat(session.read(leaf.port(1)).readings()).doesNotContainKey(SettingKind.LOSSLESS);
    }
  }
}
