package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingState;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Every wanted setting with its state, so that what is unknown is neither drift nor as wanted.
 * Pure.
 */
record SettingStates(Moment moment) {
  private Intent intent() {
    return moment.expected().intent();
  }

  /** Number of wanted settings of each device by their state; all states, zero included. */
  SortedMap<DeviceId, Map<SettingState, Integer>> counts() {
    SortedMap<DeviceId, Map<SettingState, Integer>> counts = new TreeMap<>();
    for (Key key : intent().effective().keySet()) {
      counts
          .computeIfAbsent(key.target().device(), _ -> none())
          .merge(moment.state(key), 1, Integer::sum);
    }
    return counts;
  }

  private static Map<SettingState, Integer> none() {
    Map<SettingState, Integer> none = new EnumMap<>(SettingState.class);
    for (SettingState state : SettingState.values()) {
      none.put(state, 0);
    }
    return none;
  }

  /**
   * One warning for each device with wanted settings that could not be read, and a hint for each
   * wanted setting that a device does not have.
   */
  Stream<Finding> findings() {
    return Stream.concat(unread(), unsupported());
  }

  /** A device that does not answer is one finding, not one for each of its settings. */
  private Stream<Finding> unread() {
    SortedMap<DeviceId, Integer> times = new TreeMap<>();
    Map<DeviceId, String> first = new TreeMap<>();
    for (Key key : intent().effective().keySet()) {
      if (moment.reading(key).orElse(null) instanceof Reading.Unread unread) {
        times.merge(key.target().device(), 1, Integer::sum);
        first.putIfAbsent(key.target().device(), key + ": " + unread.why());
      }
    }
    return times.entrySet().stream()
        .map(one ->
            FindingRule.UNREAD.at(
                one.getKey().name(),
                "it is unknown whether %s as wanted; %s"
                    .formatted(
                        one.getValue() == 1 ? "1 setting is" : one.getValue() + " settings are",
                        first.get(one.getKey()))));
  }

  private Stream<Finding> unsupported() {
    return intent().effective().entrySet().stream()
        .flatMap(one ->
            moment
                .reading(one.getKey())
                .filter(Reading.Unsupported.class::isInstance)
                .map(reading -> unsupported(one.getKey(), one.getValue(), reading))
                .stream());
  }

  private static Finding unsupported(Key key, Setting wanted, Reading reading) {
    return FindingRule.UNSUPPORTED.at(
        key.toString(), key + ": wanted " + wanted.text() + ", device shows " + reading.text());
  }
}
