package dev.losslessd.plan;

import dev.losslessd.formulas.SharedBuffer;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Key;
import dev.losslessd.model.Priority;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Marks of a lossless priority that start only when PFC already pauses do nothing. Pool and alpha
 * of the switch come from the config; without them nothing is said.
 */
final class EcnAfterPfc {
  private EcnAfterPfc() {}

  static List<Flaw> flaws(State state) {
    List<Flaw> flaws = new ArrayList<>();
    for (DeviceId device : state.switches()) {
      state
          .facts()
          .buffer(device)
          .flatMap(Facts.Buffer::shared)
          .ifPresent(shared -> judge(state, device, shared, flaws));
    }
    return flaws;
  }

  private static void judge(State state, DeviceId device, SharedBuffer shared, List<Flaw> flaws) {
    Key key = new Key(new Target.Device(device), SettingKind.ECN);
    Ecn ecn = state.value(key.target(), SettingKind.ECN, Ecn.class).orElse(Ecn.OFF);
    for (Priority priority : state.lossless(device).priorities()) {
      Ecn.Marking marking = ecn.marking().get(priority);
      if (marking != null && isLate(marking, shared)) {
        flaws.add(flaw(key, priority, marking, shared));
      }
    }
  }

  private static boolean isLate(Ecn.Marking marking, SharedBuffer shared) {
    return marking.isTold() && marking.minBytes() >= shared.kminBound();
  }

  private static Flaw flaw(Key key, Priority priority, Ecn.Marking marking, SharedBuffer shared) {
    return new Flaw(
        key + " " + priority,
        marking.minBytes(),
        key,
        () ->
            String.format(
                Locale.ROOT,
                "priority %s is marked from %d bytes on, but PFC pauses a single sender at %.0f"
                    + " bytes (alpha %s of %.0f shared bytes); expected a lower min",
                priority,
                marking.minBytes(),
                shared.kminBound(),
                shared.alpha(),
                shared.sharedBytes()));
  }
}
