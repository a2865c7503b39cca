package dev.losslessd.plan;

import dev.losslessd.model.Ets;
import dev.losslessd.model.Key;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.stream.Stream;

/** More lossless priorities than there is room for: the surplus would drop. */
final class TooManyLossless {
  private TooManyLossless() {}

  static Stream<Flaw> flaws(State state) {
    return state.situation().capabilities().values().stream()
        .filter(can -> size(state, can.target()) > can.maxLossless())
        .map(can -> flaw(can.target(), size(state, can.target()), can.maxLossless()));
  }

  /** A NIC counts traffic classes (pfc_cap of 802.1Qaz), in which there may be many priorities. */
  private static int size(State state, Target target) {
    PrioritySet set = set(state, target);
    if (!(target instanceof Target.Port port) || state.around().isSwitch(target.device())) {
      return set.size();
    }
    return state
        .at(port.id(), SettingKind.ETS, Ets.class)
        .map(ets ->
            (int)
                set.priorities().stream()
                    .map(one -> ets.classOfPriority().get(one.value()))
                    .distinct()
                    .count())
        .orElse(set.size());
  }

  private static PrioritySet set(State state, Target target) {
    return switch (target) {
      case Target.Port port -> state.lossless(port.id());
      case Target.Device box -> state.lossless(box.device());
    };
  }

  private static Flaw flaw(Target target, int wanted, int most) {
    boolean isPort = target instanceof Target.Port;
    String room = isPort ? "this port has " + most : "this switch has " + most;
    return new Flaw(
        target.text(),
        wanted,
        new Key(target, isPort ? SettingKind.PFC : SettingKind.LOSSLESS),
        () -> wanted + " lossless priorities, " + room);
  }
}
