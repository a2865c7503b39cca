package dev.losslessd.plan;

import dev.losslessd.model.DcbxMode;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Settings that the wanted ones need besides themselves. */
record Implied(Situation situation, Consumer<Refusal> refusals, SortedMap<Key, Setting> all) {
  /** Settings that DCBX in firmware overwrites. */
  private static final Set<SettingKind> DECIDED =
      Set.of(
          SettingKind.PFC,
          SettingKind.ETS,
          SettingKind.DSCP_MAP,
          SettingKind.HEADROOM,
          SettingKind.MAX_RATE);

  /**
   * @param refusals receives wishes that exclude each other
   */
  static SortedMap<Key, Setting> with(
      SortedMap<Key, Setting> wanted, Situation situation, Consumer<Refusal> refusals) {
    Implied implied = new Implied(situation, refusals, new TreeMap<>(wanted));
    wanted.forEach((key, value) -> {
      if (value instanceof Pfc pfc && !pfc.lossless().isEmpty()) {
        implied.under(key.target()).forEach(implied::noPause);
        implied.losslessSwitch(key, pfc);
        implied.scheduleFirst(key, pfc);
      }
      if (DECIDED.contains(key.kind()) && !implied.holds(key, value)) {
        implied.hostDecides(key);
      }
    });
    return implied.all;
  }

  /** The target itself, or every port of a server that has one PFC mask for all. */
  private List<Target> under(Target target) {
    return target instanceof Target.Device box
        ? situation.around().ports(box.device()).stream().map(Target::port).toList()
        : List.of(target);
  }

  /** PFC and 802.3x pause exclude each other on one port. */
  private void noPause(Target target) {
    Key pause = new Key(target, SettingKind.GLOBAL_PAUSE);
    if (!all.containsKey(pause) && situation.mayWrite(pause)) {
      all.put(pause, GlobalPause.OFF);
    }
  }

  /**
   * Adds the schedule that PFC needs, on devices that do not report their own. It has a class for
   * each lossless priority, with even shares.
   */
  private void scheduleFirst(Key key, Pfc pfc) {
    Key ets = new Key(key.target(), SettingKind.ETS);
    if (!all.containsKey(ets)
        && situation.capability(ets).risks().contains(Risk.NOT_TOLD_BEFORE)
        && situation.mayWrite(ets)) {
      all.put(ets, Ets.even(pfc.lossless()));
    }
  }

  private boolean holds(Key key, Setting wish) {
    return situation
        .standing(key)
        .filter(is -> is.equals(situation.exact() ? wish.completedBy(is) : wish.over(is)))
        .isPresent();
  }

  /** Taking the decision from firmware is a step of the plan, so that undoing it gives it back. */
  private void hostDecides(Key key) {
    Key mode = new Key(key.target(), SettingKind.DCBX_MODE);
    Setting wish = all.get(mode);
    if (DcbxMode.FIRMWARE.equals(wish)) {
      refusals.accept(
          PlanRule.FIRMWARE_DECIDES.refusal(
              key.toString(), "wanted together with dcbx firmware, which would overwrite it"));
    } else if (wish == null
        && situation.standing(mode).equals(Optional.of(DcbxMode.FIRMWARE))
        && situation.mayWrite(mode)) {
      all.put(mode, DcbxMode.HOST);
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
      refusals.accept(
          PlanRule.ONE_LOSSLESS_SET.refusal(
              key.toString(),
              "wanted %s, but %s has one lossless set for all its ports, and %s is wanted of it"
                  .formatted(pfc.text(), box.target(), other.text())));
    }
  }
}
