package dev.losslessd.plan;

import dev.losslessd.formulas.Asic;
import dev.losslessd.formulas.SharedBuffer;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A NIC port, a switch port and the cable between them, for the rules. */
class TwoPortFixture {
  static final PortId NIC_PORT = PortId.parse("gpu01:ens1f0np0");
  static final PortId LEAF_PORT = PortId.parse("leaf1:Ethernet1/7");
  static final Target NIC = Target.port(NIC_PORT);
  static final Target PORT = Target.port(LEAF_PORT);
  static final Target LEAF = new Target.Device(new DeviceId("leaf1"));
  static final Setting ON3 = new Pfc(PrioritySet.of(3));

  /** Settings that the devices show; a test changes some of them. */
  final Map<Key, Setting> is = new HashMap<>();

  final Map<Target, Observed> told = new HashMap<>();
  final SortedMap<Key, Setting> intent = new TreeMap<>();
  final Map<String, String> waived = new TreeMap<>();
  OptionalInt cable = OptionalInt.of(5);
  Facts.NicPort nic = new Facts.NicPort(100_000, true);
  Facts.Buffer buffer =
      new Facts.Buffer(Asic.named("spectrum4"), Optional.empty(), OptionalLong.empty());
  Capability pfcOfNic = Capability.writable();
  Capability dscpOfLeaf = Capability.writable();

  /** Values that were there once are put back. */
  boolean exact;

  TwoPortFixture() {
    set(NIC, Pfc.OFF);
    set(NIC, DscpMap.EMPTY);
    set(NIC, GlobalPause.OFF);
    set(NIC, new Mtu(1500));
    set(NIC, headroom(0, 0));
    set(NIC, ets(Ets.Selection.ETS));
    set(NIC, new Dcqcn(null, Map.of(DcqcnParameter.CNP_DSCP, 48L)));
    set(LEAF, Lossless.NONE);
    set(LEAF, DscpMap.EMPTY);
    set(LEAF, Ecn.OFF);
    set(PORT, Pfc.OFF);
    set(PORT, GlobalPause.OFF);
    set(PORT, new Mtu(9216));
  }

  void headroomOfSwitch(String asic, long bytes) {
    buffer = new Facts.Buffer(Asic.named(asic), Optional.empty(), OptionalLong.of(bytes));
  }

  void shared(double alpha, double bytes) {
    buffer =
        new Facts.Buffer(
            Optional.empty(), Optional.of(new SharedBuffer(alpha, bytes)), OptionalLong.empty());
  }

  void set(Target target, Setting value) {
    is.put(new Key(target, value.kind()), value);
  }

  void want(Target target, Setting value) {
    intent.put(new Key(target, value.kind()), value);
  }

  /** The switch carries these priorities: its NIC may follow. */
  void leafCarries(int... priorities) {
    set(PORT, new Pfc(PrioritySet.of(priorities)));
    set(LEAF, new Lossless(PrioritySet.of(priorities)));
  }

  /** Sets the last known value of a far end, which is not read for the plan. */
  void tell(Target target, Setting value) {
    is.keySet().removeIf(key -> key.target().equals(target));
    told.put(target, new Observed(target, Map.of(value.kind(), new Reading.Value(value))));
  }

  static Headroom headroom(int buffer, long bytes) {
    List<Integer> of = new ArrayList<>(Collections.nCopies(8, 0));
    of.set(3, buffer);
    List<Long> sizes = new ArrayList<>(List.of(130_000L, 0L, 0L, 0L, 0L, 0L, 0L, 0L));
    if (buffer > 0) {
      sizes.set(buffer, bytes);
    }
    return new Headroom(of, sizes);
  }

  static Ets ets(Ets.Selection six) {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    selection.set(6, six);
    return new Ets(selection, List.of(100, 0, 0, 0, 0, 0, 0, 0), List.of(0, 1, 2, 3, 4, 5, 6, 7));
  }

  static Ecn marks(int priority, long min) {
    return Ecn.of(Map.of(Priority.of(priority), new Ecn.Marking(min, 10_000_000, 20)));
  }

  List<String> rules(Target target, Setting wanted) {
    return refusals(target, wanted).stream().map(Refusal::rule).toList();
  }

  List<Refusal> refusals(Target target, Setting wanted) {
    return plan(target, wanted).refusals();
  }

  /** PFC on the switch's port, with its lossless set. */
  List<Refusal> refusals(Target leaf, Target port) {
    SortedMap<Key, Setting> wanted = new TreeMap<>();
    wanted.put(new Key(leaf, SettingKind.LOSSLESS), new Lossless(PrioritySet.of(3)));
    wanted.put(new Key(port, SettingKind.PFC), ON3);
    return Planner.plan(wanted, situation()).refusals();
  }

  Plan plan(Target target, Setting wanted) {
    return Planner.plan(new TreeMap<>(Map.of(new Key(target, wanted.kind()), wanted)), situation());
  }

  Situation situation() {
    Map<Target, Observed> observed = new HashMap<>();
    Map<Target, Capabilities> capabilities = new HashMap<>();
    for (Target target : List.of(NIC, LEAF, PORT)) {
      EnumMap<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
      is.forEach((key, value) -> {
        if (key.target().equals(target)) {
          readings.put(key.kind(), new Reading.Value(value));
        }
      });
      if (!readings.isEmpty()) {
        observed.put(target, new Observed(target, readings));
        capabilities.put(target, capabilities(target));
      }
    }
    return new Situation(
        observed,
        capabilities,
        around(),
        Set.of(),
        exact,
        Map.of(),
        new Acceptance(false, true, waived),
        intent);
  }

  Neighbourhood around() {
    Link link = new Link(NIC_PORT, LEAF_PORT, cable, Link.Source.CONFIG);
    return Neighbourhood.of(List.of(NIC, LEAF, PORT), Links.of(List.of(link), List.of()))
        .knowing(new Facts(Map.of(NIC_PORT, nic), Map.of(LEAF.device(), buffer), told));
  }

  Capabilities capabilities(Target target) {
    EnumMap<SettingKind, Capability> settings = new EnumMap<>(SettingKind.class);
    for (SettingKind kind : SettingKind.values()) {
      settings.put(kind, Capability.writable());
    }
    if (target.equals(NIC)) {
      settings.put(SettingKind.PFC, pfcOfNic);
    }
    if (target.equals(LEAF)) {
      settings.put(SettingKind.DSCP_MAP, dscpOfLeaf);
    }
    return new Capabilities(target, settings, 2);
  }
}
