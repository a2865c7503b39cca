package dev.losslessd.plan;

import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.stream.Stream;

/** 802.3x stops every priority, CNPs included; on a PFC port it has no place. */
final class PauseWithPfc {
  private PauseWithPfc() {}

  static Stream<Flaw> flaws(State state) {
    return state
        .ports()
        .filter(port -> !state.lossless(port).isEmpty())
        .flatMap(port ->
            state.value(Target.port(port), SettingKind.GLOBAL_PAUSE, GlobalPause.class).stream()
                .filter(pause -> !pause.equals(GlobalPause.OFF))
                .map(pause -> flaw(port, pause, state.lossless(port))));
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
