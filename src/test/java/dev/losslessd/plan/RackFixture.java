package dev.losslessd.plan;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.Links;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One host with four NICs, two to each of two switches, and what they are set to. A switch has one
 * lossless set: its ports with PFC on show that set, as on NX-OS.
 */
final class RackFixture {
  static final List<DeviceId> SWITCHES = List.of(new DeviceId("leaf1"), new DeviceId("leaf2"));
  static final List<PortId> NICS =
      List.of(
          PortId.parse("gpu01:nic0"),
          PortId.parse("gpu01:nic1"),
          PortId.parse("gpu01:nic2"),
          PortId.parse("gpu01:nic3"));
  static final List<Dscp> POINTS = List.of(Dscp.of(26), Dscp.of(34));
  static final List<Priority> QUEUES = List.of(Priority.of(3), Priority.of(4));

  private static final Headroom POOLED =
      new Headroom(Collections.nCopies(8, 0), List.of(262_016L, 0L, 0L, 0L, 0L, 0L, 0L, 0L));
  private static final Headroom CARVED =
      new Headroom(
          List.of(0, 0, 0, 1, 1, 0, 0, 0), List.of(131_008L, 131_008L, 0L, 0L, 0L, 0L, 0L, 0L));

  private final SortedMap<Key, Setting> values;

  /** Switch ports whose PFC mode is on, whether or not there is a lossless priority to run on. */
  private final Set<Target> on;

  private RackFixture(SortedMap<Key, Setting> values, Set<Target> on) {
    this.values = new TreeMap<>(values);
    this.on = new TreeSet<>(on);
  }

  RackFixture copy() {
    return new RackFixture(values, on);
  }

  boolean isSame(RackFixture other) {
    return values.equals(other.values) && on.equals(other.on);
  }

  SortedMap<Key, Setting> values() {
    return values;
  }

  static PortId peer(PortId nic) {
    int n = NICS.indexOf(nic);
    return new PortId(SWITCHES.get(n % 2), "Ethernet1/" + (n / 2 + 1));
  }

  private static List<PortId> ports(DeviceId box) {
    return List.of(
        new PortId(box, "Ethernet1/1"),
        new PortId(box, "Ethernet1/2"),
        new PortId(box, "Ethernet1/3"));
  }

  static Neighbourhood around() {
    List<Target> targets = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    for (PortId nic : NICS) {
      targets.add(Target.port(nic));
      links.add(new Link(nic, peer(nic), OptionalInt.of(40), Link.Source.CONFIG));
    }
    for (DeviceId box : SWITCHES) {
      targets.add(new Target.Device(box));
      ports(box).forEach(port -> targets.add(Target.port(port)));
    }
    return Neighbourhood.of(targets, Links.of(links, List.of()));
  }

  /** Returns an arbitrary state that is consistent. */
  static RackFixture random(Random chance) {
    SortedMap<Key, Setting> all = new TreeMap<>();
    Set<Target> on = new TreeSet<>();
    NICS.forEach(nic -> nic(Target.port(nic), chance, all));
    for (DeviceId box : SWITCHES) {
      Lossless set = new Lossless(set(chance));
      Target device = new Target.Device(box);
      put(device, set, all);
      put(device, map(chance), all);
      put(device, marks(chance), all);
      put(device, new PfcWatchdog(chance.nextBoolean()), all);
      for (PortId id : ports(box)) {
        Target port = Target.port(id);
        boolean runs = chance.nextBoolean();
        put(port, runs ? new Pfc(set.priorities()) : Pfc.OFF, all);
        if (runs) {
          on.add(port);
        }
        put(port, new Trust(chance.nextInt(3) == 0 ? Trust.Field.PCP : Trust.Field.DSCP), all);
        put(port, pause(chance), all);
        put(port, mtu(chance), all);
      }
    }
    return new RackFixture(all, on);
  }

  private static void nic(Target nic, Random chance, SortedMap<Key, Setting> all) {
    put(nic, new Pfc(set(chance)), all);
    put(nic, map(chance), all);
    put(nic, pause(chance), all);
    put(nic, mtu(chance), all);
    put(nic, chance.nextBoolean() ? CARVED : POOLED, all);
  }

  /** Some of it, as an operator might ask for. */
  SortedMap<Key, Setting> some(Random chance) {
    SortedMap<Key, Setting> wanted = new TreeMap<>();
    int oneIn = 1 + chance.nextInt(3);
    values.forEach((key, value) -> {
      if (chance.nextInt(oneIn) == 0) {
        wanted.put(key, value);
      }
    });
    return wanted;
  }

  /**
   * Whether it is a port that shows PFC off only because its switch has no lossless priority:
   * nothing can be planned for it before it shows what it is.
   */
  boolean isLatent(Key key) {
    return key.kind() == SettingKind.PFC
        && on.contains(key.target())
        && Pfc.OFF.equals(values.get(key));
  }

  private static void put(Target target, Setting setting, SortedMap<Key, Setting> all) {
    all.put(new Key(target, setting.kind()), setting);
  }

  private static PrioritySet set(Random chance) {
    return List.of(PrioritySet.NONE, PrioritySet.of(3), PrioritySet.of(4), PrioritySet.of(3, 4))
        .get(chance.nextInt(4));
  }

  private static DscpMap map(Random chance) {
    Map<Dscp, Priority> entries = new HashMap<>();
    for (Dscp point : POINTS) {
      int n = chance.nextInt(3);
      if (n < 2) {
        entries.put(point, QUEUES.get(n));
      }
    }
    return DscpMap.of(entries);
  }

  private static Ecn marks(Random chance) {
    Map<Priority, Ecn.Marking> marks = new HashMap<>();
    for (Priority queue : QUEUES) {
      if (chance.nextBoolean()) {
        marks.put(queue, new Ecn.Marking(100_000L + chance.nextInt(2), 400_000, 20));
      }
    }
    return Ecn.of(marks);
  }

  private static GlobalPause pause(Random chance) {
    return chance.nextInt(3) == 0 ? new GlobalPause(true, true) : GlobalPause.OFF;
  }

  private static Mtu mtu(Random chance) {
    return new Mtu(chance.nextBoolean() ? 9000 : 1500);
  }

  /** In which everything is known, and every rule waived. */
  Situation situation(boolean exact) {
    Map<String, String> waived = new TreeMap<>();
    PlanRule.waivableIds().forEach(rule -> waived.put(rule, "only the order is looked at"));
    return situation(exact, new Acceptance(false, true, waived), Doubts.NONE);
  }

  /**
   * Settings that are not known, and facts that are.
   *
   * @param unable settings of which nothing is known
   * @param unread settings that could not be read
   */
  record Doubts(Set<Key> unable, Set<Key> unread, Facts facts) {
    static final Doubts NONE = new Doubts(Set.of(), Set.of(), Facts.NONE);
  }

  Situation situation(boolean exact, Acceptance accepted, Doubts doubts) {
    Map<Target, Observed> observed = new HashMap<>();
    Map<Target, Capabilities> capabilities = new HashMap<>();
    for (Target target : around().targets()) {
      EnumMap<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
      EnumMap<SettingKind, Capability> settings = new EnumMap<>(SettingKind.class);
      values.forEach((key, value) -> {
        if (key.target().equals(target)) {
          readings.put(
              key.kind(),
              doubts.unread().contains(key)
                  ? new Reading.Unread("timed out")
                  : new Reading.Value(value, words(key)));
          if (!doubts.unable().contains(key)) {
            settings.put(key.kind(), Capability.writable());
          }
        }
      });
      observed.put(target, new Observed(target, readings));
      capabilities.put(target, new Capabilities(target, settings, 3));
    }
    return new Situation(
        observed,
        capabilities,
        around().knowing(doubts.facts()),
        Set.of(),
        exact,
        Map.of(),
        accepted,
        new TreeMap<>());
  }

  private String words(Key key) {
    boolean isMode = key.kind() == SettingKind.PFC && SWITCHES.contains(key.target().device());
    return !isMode ? "" : on.contains(key.target()) ? "on" : "off";
  }

  /**
   * Does what the devices do.
   *
   * @throws AssertionError where a driver would refuse, or the step is not from what is there
   */
  void apply(Change change) {
    Key key = new Key(change.target(), change.kind());
    if (!values.containsKey(key)) {
      throw new AssertionError(change.text() + ": no such setting");
    }
    if (change.after() instanceof Pfc pfc && SWITCHES.contains(change.target().device())) {
      mode(change, pfc);
    } else {
      values.put(key, change.after());
    }
    SWITCHES.forEach(this::follow);
  }

  private void mode(Change change, Pfc pfc) {
    boolean anew = change.wordsAfter().isEmpty() && !pfc.lossless().isEmpty();
    if (anew && !pfc.lossless().equals(lossless(change.target().device()))) {
      throw new AssertionError(change.text() + ", but the switch has another lossless set");
    }
    boolean wanted =
        change.wordsAfter().isEmpty()
            ? !pfc.lossless().isEmpty()
            : change.wordsAfter().equals("on");
    if (wanted) {
      on.add(change.target());
    } else {
      on.remove(change.target());
    }
  }

  private void follow(DeviceId box) {
    for (PortId id : ports(box)) {
      Target port = Target.port(id);
      values.put(
          new Key(port, SettingKind.PFC), on.contains(port) ? new Pfc(lossless(box)) : Pfc.OFF);
    }
  }

  private PrioritySet lossless(DeviceId box) {
    return ((Lossless) get(new Target.Device(box), SettingKind.LOSSLESS)).priorities();
  }

  Setting get(Target target, SettingKind kind) {
    Setting value = values.get(new Key(target, kind));
    if (value == null) {
      throw new AssertionError("no " + kind + " of " + target);
    }
    return value;
  }
}
