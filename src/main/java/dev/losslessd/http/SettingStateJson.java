package dev.losslessd.http;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingState;
import dev.losslessd.text.Fields;
import java.util.Map;
import java.util.Optional;

/** States of wanted settings as JSON: what was not read is unknown, never drift. */
final class SettingStateJson {
  private SettingStateJson() {}

  /** Writes how many settings are wanted, and how many are in each state over all devices. */
  static Fields of(int wanted, Map<DeviceId, Map<SettingState, Integer>> states) {
    Fields json = new Fields().with("wanted", wanted);
    for (SettingState state : SettingState.values()) {
      json.with(
          state == SettingState.AS_WANTED ? "asWanted" : state.word(),
          states.values().stream().mapToInt(one -> one.getOrDefault(state, 0)).sum());
    }
    return json;
  }

  /** Whether a setting was not read yet, not since it was written, or not with success. */
  static boolean isUnknown(Optional<Observation> seen, Key key) {
    return seen.map(one -> one.observed().reading(key.kind()))
        .map(Reading.Unread.class::isInstance)
        .orElse(true);
  }
}
