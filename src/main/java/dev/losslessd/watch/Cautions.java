package dev.losslessd.watch;

import dev.losslessd.model.Caution;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;

/** Findings of the cautions that drivers give with their readings. Pure. */
public final class Cautions {
  private Cautions() {}

  /** A warning for each caution. */
  public static Stream<Finding> in(Map<Target, Observation> seen, Instant now) {
    return seen.values().stream()
        .map(Observation::observed)
        .flatMap(one ->
            one.readings().values().stream()
                .flatMap(reading -> finding(one.target(), reading, now)));
  }

  private static Stream<Finding> finding(Target target, Reading reading, Instant now) {
    return reading instanceof Reading.Value value
        ? value.caution().stream().map(caution -> finding(target, caution, now))
        : Stream.empty();
  }

  private static Finding finding(Target target, Caution caution, Instant now) {
    return new Finding(
        caution.rule(),
        Finding.Severity.WARNING,
        target.text(),
        caution.message(),
        caution.advice(),
        now);
  }
}
