package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Every wanted setting with its state, so that what is unknown is neither drift nor as wanted.
 * Pure.
 *
 * @param known the last observation of each target
 * @param held targets of open commits: what differs there is on its way
 * @param outdated targets that were written since they were read
 */
record SettingStates(
    Intent intent, Map<Target, Observation> known, Set<Target> held, Set<Target> outdated) {
  /** Targets of which what is known may not stay, so that no drift is judged there. */
  Set<Target> moving() {
    Set<Target> moving = new HashSet<>(held);
    moving.addAll(outdated);
    return moving;
  }

  /** Number of wanted settings of each device by their state; all states, zero included. */
  SortedMap<DeviceId, Map<SettingState, Integer>> counts() {
    SortedMap<DeviceId, Map<SettingState, Integer>> counts = new TreeMap<>();
    intent
        .effective()
        .forEach((key, wanted) ->
            counts
                .computeIfAbsent(key.target().device(), _ -> none())
                .merge(state(key, wanted), 1, Integer::sum));
    return counts;
  }

  private static Map<SettingState, Integer> none() {
    Map<SettingState, Integer> none = new EnumMap<>(SettingState.class);
    for (SettingState state : SettingState.values()) {
      none.put(state, 0);
    }
    return none;
  }

  private SettingState state(Key key, Setting wanted) {
    Optional<Reading> reading = reading(key);
    if (reading.isEmpty() || outdated.contains(key.target())) {
      return SettingState.UNKNOWN;
    }
    SettingState state = SettingState.of(wanted, reading.get());
    boolean comes = state == SettingState.DRIFT && held.contains(key.target());
    return comes ? SettingState.STAGED : state;
  }

  private Optional<Reading> reading(Key key) {
    return Optional.ofNullable(known.get(key.target()))
        .map(seen -> seen.observed().reading(key.kind()));
  }

  /**
   * One warning for each device with wanted settings that could not be read, and a hint for each
   * wanted setting that a device does not have.
   */
  Stream<Finding> findings(Instant now) {
    return Stream.concat(unread(now), unsupported(now));
  }

  /** A device that does not answer is one finding, not one for each of its settings. */
  private Stream<Finding> unread(Instant now) {
    SortedMap<DeviceId, Integer> times = new TreeMap<>();
    Map<DeviceId, String> first = new TreeMap<>();
    for (Key key : intent.effective().keySet()) {
      if (reading(key).orElse(null) instanceof Reading.Unread unread) {
        times.merge(key.target().device(), 1, Integer::sum);
        first.putIfAbsent(key.target().device(), key + ": " + unread.why());
      }
    }
    return times.entrySet().stream()
        .map(one ->
            new Finding(
                "unread",
                Finding.Severity.WARNING,
                one.getKey().name(),
                "it is unknown whether "
                    + one.getValue()
                    + (one.getValue() == 1 ? " setting is" : " settings are")
                    + " as wanted; "
                    + first.get(one.getKey()),
                "see whether the device answers; it is read again and again",
                now));
  }

  private Stream<Finding> unsupported(Instant now) {
    return intent.effective().entrySet().stream()
        .flatMap(one ->
            reading(one.getKey())
                .filter(Reading.Unsupported.class::isInstance)
                .map(reading -> unsupported(one.getKey(), one.getValue(), reading, now))
                .stream());
  }

  private static Finding unsupported(Key key, Setting wanted, Reading reading, Instant now) {
    return new Finding(
        "unsupported",
        Finding.Severity.INFO,
        key.toString(),
        key + ": wanted " + wanted.text() + ", device shows " + reading.text(),
        "leave it out of the policy there, or 'losslessd unset' the override",
        now);
  }
}
