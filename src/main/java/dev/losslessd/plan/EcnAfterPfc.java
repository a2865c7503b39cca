package dev.losslessd.plan;

import dev.losslessd.formulas.SharedBuffer;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Key;
import dev.losslessd.model.Priority;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Marks of a lossless priority that start only when PFC already pauses do nothing. Pool and alpha
 * of the switch come from the config; without them nothing is said.
 */
final class EcnAfterPfc {
  private EcnAfterPfc() {}

  static Stream<Flaw> flaws(State state) {
    return state.switches().flatMap(device -> flaws(state, device));
  }

  private static Stream<Flaw> flaws(State state, DeviceId device) {
    Key key = new Key(new Target.Device(device), SettingKind.ECN);
    Ecn ecn = state.value(key.target(), SettingKind.ECN, Ecn.class).orElse(Ecn.OFF);
    return state.facts().buffer(device).flatMap(Facts.Buffer::shared).stream()
        .flatMap(shared ->
            state.lossless(device).priorities().stream()
                .flatMap(priority -> flaw(key, priority, ecn.marking().get(priority), shared)));
  }

  private static Stream<Flaw> flaw(
      Key key, Priority priority, Ecn.@Nullable Marking marking, SharedBuffer shared) {
    return Stream.ofNullable(marking)
        .filter(one -> one.isTold() && one.minBytes() >= shared.kminBound())
        .map(one -> flaw(key, priority, one.minBytes(), shared));
  }

  private static Flaw flaw(Key key, Priority priority, long minBytes, SharedBuffer shared) {
    return new Flaw(
        key + " " + priority,
        minBytes,
        key,
        () ->
            String.format(
                Locale.ROOT,
                "priority %s is marked from %d bytes on, but PFC pauses a single sender at %.0f"
                    + " bytes (alpha %s of %.0f shared bytes); expected a lower min",
                priority,
                minBytes,
                shared.kminBound(),
                shared.alpha(),
                shared.sharedBytes()));
  }
}
