package dev.losslessd.plan;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Wishes against what is there: the smallest ordered set of changes, or why there may be none. */
public final class Planner {
  private Planner() {}

  /**
   * @param wanted what must hold afterwards; everything else stays
   * @return changes in safe order, or refusals; both empty when nothing differs
   */
  public static Plan plan(SortedMap<Key, Setting> wanted, Situation situation) {
    List<Refusal> refusals = new ArrayList<>();
    List<Change> changes = new ArrayList<>();
    for (var one : implied(wanted, situation).entrySet()) {
      step(one.getKey(), one.getValue(), situation, refusals).ifPresent(changes::add);
    }
    changes.sort(Order.SAFE);
    refusals.addAll(Rules.check(changes, situation));
    String digest = Digest.of(situation, wanted.keySet());
    List<Change> kept = refusals.isEmpty() ? changes : List.of();
    return new Plan(Digest.id(digest, changes, refusals), digest, kept, refusals);
  }

  /** With what the wishes need: PFC and 802.3x pause exclude each other on one port. */
  private static SortedMap<Key, Setting> implied(
      SortedMap<Key, Setting> wanted, Situation situation) {
    SortedMap<Key, Setting> all = new TreeMap<>(wanted);
    for (var one : wanted.entrySet()) {
      Target target = one.getKey().target();
      Key pause = new Key(target, SettingKind.GLOBAL_PAUSE);
      if (one.getValue() instanceof Pfc pfc
          && !pfc.lossless().isEmpty()
          && !all.containsKey(pause)
          && capability(situation, pause).access() == Capability.Access.WRITE) {
        all.put(pause, GlobalPause.OFF);
      }
    }
    return all;
  }

  private static Optional<Change> step(
      Key key, Setting wanted, Situation situation, List<Refusal> refusals) {
    Observed observed = situation.observed().get(key.target());
    if (observed == null) {
      refusals.add(new Refusal("unknown-target", key.toString(), "no device here has this target"));
      return Optional.empty();
    }
    return switch (observed.reading(key.kind())) {
      case Reading.Value value -> change(key, value.setting(), wanted, situation, refusals);
      case Reading.Staged staged -> change(key, staged.next(), wanted, situation, refusals);
      case Reading.Unsupported unsupported -> {
        refusals.add(new Refusal("unsupported", key.toString(), unsupported.why()));
        yield Optional.empty();
      }
      case Reading.Unread unread -> {
        refusals.add(
            new Refusal(
                "unread",
                key.toString(),
                "its value could not be read, so it is not written: " + unread.why()));
        yield Optional.empty();
      }
    };
  }

  private static Optional<Change> change(
      Key key, Setting before, Setting wanted, Situation situation, List<Refusal> refusals) {
    Optional<Refusal> impossible = Rules.fits(key, before, wanted);
    if (impossible.isPresent()) {
      refusals.add(impossible.get());
      return Optional.empty();
    }
    Setting after = situation.exact() ? wanted : wanted.over(before);
    if (after.equals(before)) {
      return Optional.empty();
    }
    Capability capability = capability(situation, key);
    if (capability.access() != Capability.Access.WRITE) {
      String rule = capability.access() == Capability.Access.READ ? "read-only" : "unsupported";
      refusals.add(new Refusal(rule, key.toString(), capability.why()));
      return Optional.empty();
    }
    return Optional.of(
        new Change(key.target(), before, after, touches(key.target()), capability.risks()));
  }

  private static List<PortId> touches(Target target) {
    return switch (target) {
      case Target.Port port -> List.of(port.id());
      case Target.Device device -> List.of();
    };
  }

  private static Capability capability(Situation situation, Key key) {
    Map<Target, Capabilities> known = situation.capabilities();
    Capabilities of = known.get(key.target());
    return of == null ? Capability.none("nothing is known of this target") : of.of(key.kind());
  }
}
