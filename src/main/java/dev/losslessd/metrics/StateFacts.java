package dev.losslessd.metrics;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SettingState;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Facts about how well what is there is what shall be.
 *
 * @param settings number of wanted settings of each device by their state
 */
public record StateFacts(SortedMap<DeviceId, Map<SettingState, Integer>> settings) {
  /** Facts of a daemon of which nothing is wanted. */
  public static final StateFacts NONE = new StateFacts(new TreeMap<>());

  void settings(Text text) {
    text.family(
        "roce_settings",
        "gauge",
        "Wanted settings by state; unknown was not read, and is no drift. 'losslessd diff' tells"
            + " them.");
    settings.forEach((device, states) ->
        states.forEach((state, count) ->
            text.sample(
                "roce_settings",
                Integer.toString(count),
                "device",
                device.name(),
                "state",
                state.word())));
  }
}
