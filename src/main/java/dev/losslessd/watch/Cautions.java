package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Target;
import java.util.Map;
import java.util.stream.Stream;

/** Findings of the cautions that drivers give with their readings. Pure. */
public final class Cautions {
  private Cautions() {}

  /** A warning for each caution. */
  public static Stream<Finding> in(Map<Target, Observation> seen) {
    return seen.values().stream()
        .map(Observation::observed)
        .flatMap(one ->
            one.readings().values().stream().flatMap(reading -> finding(one.target(), reading)));
  }

  private static Stream<Finding> finding(Target target, Reading reading) {
    return reading instanceof Reading.Value value
        ? value.caution().stream().map(one -> one.rule().at(target.text(), one.message()))
        : Stream.empty();
  }
}
