package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.topology.End;
import dev.losslessd.topology.Link;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Settings of all devices at one time: before a plan, or after it. */
record State(Situation situation, Map<Key, Setting> changed) {
  static State before(Situation situation) {
    return new State(situation, Map.of());
  }

  static State after(Situation situation, List<Change> changes) {
    Map<Key, Setting> changed = new HashMap<>();
    changes.forEach(one -> changed.put(one.key(), one.after()));
    return new State(situation, changed);
  }

  Neighbourhood around() {
    return situation.around();
  }

  Facts facts() {
    return situation.around().facts();
  }

  Stream<PortId> ports() {
    return Target.ports(targets());
  }

  Stream<DeviceId> switches() {
    return targets().filter(Target.Device.class::isInstance).map(Target::device);
  }

  private Stream<Target> targets() {
    return situation.around().targets().stream();
  }

  List<Link> links() {
    return situation.around().links().all();
  }

  /** The cable of a port. */
  Optional<Link> link(PortId port) {
    return links().stream().filter(link -> link.has(port)).findFirst();
  }

  /** The value of a setting; empty where it is not known. */
  <T extends Setting> Optional<T> value(Target target, SettingKind kind, Class<T> type) {
    Key key = new Key(target, kind);
    Setting after = changed.get(key);
    Optional<Setting> is =
        after == null ? situation.standing(key).or(() -> told(key)) : Optional.of(after);
    return is.filter(type::isInstance).map(type::cast);
  }

  private Optional<Setting> told(Key key) {
    Observed far = facts().told().get(key.target());
    return situation.observed().containsKey(key.target()) || far == null
        ? Optional.empty()
        : far.inForce(key.kind());
  }

  /** The port's own value, else its whole device's. */
  <T extends Setting> Optional<T> at(PortId port, SettingKind kind, Class<T> type) {
    return value(Target.port(port), kind, type)
        .or(() -> value(new Target.Device(port.device()), kind, type));
  }

  /**
   * The map by which a port classifies. Where a switch has one for all ports, a port only shows it,
   * empty while it trusts the PCP: what the plan changes of either reaches the port.
   */
  Optional<DscpMap> dscpMap(PortId port) {
    Target own = Target.port(port);
    Target box = new Target.Device(port.device());
    boolean follows =
        !changes(own, SettingKind.DSCP_MAP)
            && (changes(box, SettingKind.DSCP_MAP) || changes(own, SettingKind.TRUST));
    Optional<DscpMap> all = value(box, SettingKind.DSCP_MAP, DscpMap.class);
    return follows && all.isPresent() ? all : at(port, SettingKind.DSCP_MAP, DscpMap.class);
  }

  private boolean changes(Target target, SettingKind kind) {
    return changed.containsKey(new Key(target, kind));
  }

  /**
   * Priorities that a port pauses. Where the switch has one set for all, those of its ports follow
   * it that have PFC at all; where a server has one mask for all, each of its ports does.
   */
  PrioritySet lossless(PortId port) {
    Optional<PrioritySet> own = mask(Target.port(port));
    if (own.isEmpty()) {
      return PrioritySet.NONE;
    }
    PrioritySet set = mask(new Target.Device(port.device())).orElse(own.get());
    return set.isEmpty() ? set : box(port.device()).orElse(set);
  }

  /** Whether a port says what it pauses. */
  boolean knowsPfc(PortId port) {
    return mask(Target.port(port)).isPresent();
  }

  /** An end of a link, with what says which lossless classes it carries. */
  End end(PortId port) {
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    if (knowsPfc(port)) {
      readings.put(SettingKind.PFC, new Reading.Value(new Pfc(lossless(port))));
    }
    dscpMap(port).ifPresent(map -> readings.put(SettingKind.DSCP_MAP, new Reading.Value(map)));
    at(port, SettingKind.TRUST, Trust.class)
        .ifPresent(trust -> readings.put(SettingKind.TRUST, new Reading.Value(trust)));
    Target box = new Target.Device(port.device());
    return new End(
        port,
        new Observed(Target.port(port), readings),
        situation.around().isSwitch(port.device())
            ? Optional.of(new Observed(box, Map.of()))
            : Optional.empty());
  }

  private Optional<PrioritySet> mask(Target target) {
    return value(target, SettingKind.PFC, Pfc.class).map(Pfc::lossless);
  }

  /** Priorities that a switch carries without drop. */
  PrioritySet lossless(DeviceId device) {
    return box(device)
        .orElseGet(() -> {
          int mask = 0;
          for (PortId port : situation.around().ports(device)) {
            mask |= lossless(port).mask();
          }
          return new PrioritySet(mask);
        });
  }

  private Optional<PrioritySet> box(DeviceId device) {
    return value(new Target.Device(device), SettingKind.LOSSLESS, Lossless.class)
        .map(Lossless::priorities);
  }
}
