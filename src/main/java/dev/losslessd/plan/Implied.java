package dev.losslessd.plan;

import dev.losslessd.model.Capability;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the wishes need besides themselves. */
final class Implied {
  private final Situation situation;
  private final List<Refusal> refusals;
  private final SortedMap<Key, Setting> all;

  private Implied(SortedMap<Key, Setting> wanted, Situation situation, List<Refusal> refusals) {
    this.all = new TreeMap<>(wanted);
    this.situation = situation;
    this.refusals = refusals;
  }

  /**
   * @param refusals receives wishes that exclude each other
   */
  static SortedMap<Key, Setting> with(
      SortedMap<Key, Setting> wanted, Situation situation, List<Refusal> refusals) {
    Implied implied = new Implied(wanted, situation, refusals);
    wanted.forEach((key, value) -> {
      if (value instanceof Pfc pfc && !pfc.lossless().isEmpty()) {
        implied.noPause(key.target());
        implied.losslessSwitch(key, pfc);
      }
    });
    return implied.all;
  }

  /** PFC and 802.3x pause exclude each other on one port. */
  private void noPause(Target target) {
    Key pause = new Key(target, SettingKind.GLOBAL_PAUSE);
    if (!all.containsKey(pause)
        && situation.capability(pause).access() == Capability.Access.WRITE) {
      all.put(pause, GlobalPause.OFF);
    }
  }

  /** A switch has one lossless set for all ports that run PFC. */
  private void losslessSwitch(Key key, Pfc pfc) {
    Key box = new Key(new Target.Device(key.target().device()), SettingKind.LOSSLESS);
    if (situation.standing(box).isEmpty()) {
      return;
    }
    Setting same = new Lossless(pfc.lossless());
    Setting other = all.putIfAbsent(box, same);
    if (other != null && !other.equals(same)) {
      refusals.add(
          PlanRule.ONE_LOSSLESS_SET.refusal(
              key.toString(),
              "wanted "
                  + pfc.text()
                  + ", but "
                  + box.target()
                  + " has one lossless set for all its ports, and "
                  + other.text()
                  + " is wanted of it"));
    }
  }
}
