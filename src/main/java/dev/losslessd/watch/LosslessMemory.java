package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Switches whose lossless priorities have no memory of their own: PFC is on, and the packets that
 * come after the pause lie in the memory of lossy traffic. Pure.
 */
public final class LosslessMemory {
  private LosslessMemory() {}

  /** A finding for each such switch. */
  public static Stream<Finding> in(Map<Target, Observation> seen, Instant now) {
    return seen.values().stream()
        .map(Observation::observed)
        .flatMap(one -> finding(one, now).stream());
  }

  private static Optional<Finding> finding(Observed device, Instant now) {
    return device.reading(SettingKind.LOSSLESS) instanceof Reading.Value lossless
            && lossless.note().contains(Lossless.NO_MEMORY)
        ? Optional.of(
            new Finding(
                "no-lossless-pool",
                Finding.Severity.WARNING,
                device.target().text(),
                "lossless is "
                    + lossless.setting().text()
                    + ", and "
                    + Lossless.NO_MEMORY
                    + ": what comes after the pause is dropped like any other packet",
                "give it a share: 'nv set qos traffic-pool default-lossless memory-percent N', and"
                    + " of default-lossy what is left of 100; a change of lossless by this agent"
                    + " does it where nobody has set pools",
                now))
        : Optional.empty();
  }
}
