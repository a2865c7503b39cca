package dev.losslessd.watch;

import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Map;

/**
 * The age at which an observation tells nothing any more: five rounds of its reader, at least a
 * minute. A reader that hangs leaves old values behind, and they may be wrong by now.
 *
 * @param limit the oldest that an observation may be
 */
record Staleness(Duration limit) {
  private static final int ROUNDS = 5;
  private static final Duration LEAST = Duration.ofMinutes(1);

  /** The staleness of what comes anew in each period. */
  static Staleness of(Duration period) {
    Duration rounds = period.multipliedBy(ROUNDS);
    return new Staleness(rounds.compareTo(LEAST) < 0 ? LEAST : rounds);
  }

  /** The observation, or the same one without values where it is too old. */
  Observation asOf(Observation seen, Instant now) {
    return seen.at().plus(limit).isBefore(now) ? unread(seen) : seen;
  }

  /** What a target does not have, it does not have later either. */
  private static Observation unread(Observation seen) {
    Reading old = new Reading.Unread("not read since " + seen.at().truncatedTo(ChronoUnit.SECONDS));
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    seen.observed()
        .readings()
        .forEach((kind, reading) ->
            readings.put(kind, reading instanceof Reading.Unsupported ? reading : old));
    return new Observation(new Observed(seen.observed().target(), readings), seen.at());
  }
}
