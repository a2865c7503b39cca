package dev.losslessd.watch;

import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What devices shall show and what they showed last, none older than the other. Pure.
 *
 * @param seen the last observation of each target
 * @param outdated targets that were written since they were read
 */
public record Moment(Expected expected, Map<Target, Observation> seen, Set<Target> outdated) {
  public Moment {
    seen = Map.copyOf(seen);
    outdated = Set.copyOf(outdated);
  }

  /** Last observation of a target; empty if it was written since. */
  public Optional<Observation> known(Target target) {
    return outdated.contains(target) ? Optional.empty() : Optional.ofNullable(seen.get(target));
  }

  /** State of a setting that is wanted, or that an open commit sets. */
  public SettingState state(Key key) {
    return known(key.target())
        .map(one -> expected.state(key, one.observed().reading(key.kind())))
        .orElse(SettingState.UNKNOWN);
  }

  /** Reading of a setting, also of one that was written since. */
  Optional<Reading> reading(Key key) {
    return Optional.ofNullable(seen.get(key.target()))
        .map(one -> one.observed().reading(key.kind()));
  }

  /** Targets of open commits, and those that were written since they were read. */
  Set<Target> unsettled() {
    Set<Target> all = new HashSet<>(expected.held());
    all.addAll(outdated);
    return all;
  }
}
