package dev.losslessd.watch;

import dev.losslessd.model.Observation;
import dev.losslessd.model.Target;
import java.util.Optional;

/** The last settings and counters of all devices, from memory; asks none of them. */
public interface Readings {
  /** Last observation of a target; empty if the target was written since. */
  Optional<Observation> seen(Target target);

  /** What devices shall show and what they showed last, all of one moment. */
  Moment moment();

  CounterReadings counters();
}
