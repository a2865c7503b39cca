package dev.losslessd.plan;

import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;

/** 802.3x stops every priority, CNPs included; on a PFC port it has no place. */
final class PauseWithPfc {
  private PauseWithPfc() {}

  static List<Flaw> flaws(State state) {
    List<Flaw> flaws = new ArrayList<>();
    for (PortId port : state.ports()) {
      PrioritySet lossless = state.lossless(port);
      state
          .value(Target.port(port), SettingKind.GLOBAL_PAUSE, GlobalPause.class)
          .filter(pause -> !lossless.isEmpty() && !pause.equals(GlobalPause.OFF))
          .ifPresent(pause -> flaws.add(flaw(port, pause, lossless)));
    }
    return flaws;
  }

  private static Flaw flaw(PortId port, GlobalPause pause, PrioritySet lossless) {
    return new Flaw(
        port.toString(),
        0,
        new Key(Target.port(port), SettingKind.GLOBAL_PAUSE),
        () ->
            ("802.3x pause %s together with PFC on priority %s; a port can have one of"
                    + " them, expected global-pause off")
                .formatted(pause.text(), lossless));
  }
}
