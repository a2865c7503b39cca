package dev.losslessd.http;

import dev.losslessd.model.DeviceLabel;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.WaveSize;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Labels by which a request selects switches. */
final class DeviceLabels {
  /** Name of the query parameter. */
  static final String LABEL = "label";

  private DeviceLabels() {}

  /** Labels that are asked for; a switch must have all of them. */
  static List<DeviceLabel> of(Query query, FieldErrors errors) {
    List<DeviceLabel> labels = new ArrayList<>();
    for (String text : query.all(LABEL)) {
      try {
        labels.add(DeviceLabel.parse(text));
      } catch (IllegalArgumentException e) {
        errors.add(LABEL, "is " + Json.cut(String.valueOf(e.getMessage()), 200));
      }
    }
    return labels;
  }

  /** A wave of a label that no device has would let the next one take all at once. */
  static void requireKnown(
      Optional<Rollout> rollout, Collection<Map<String, String>> labels, FieldErrors errors) {
    rollout.stream()
        .flatMap(asked -> asked.waves().stream())
        .filter(WaveSize.Labelled.class::isInstance)
        .map(wave -> ((WaveSize.Labelled) wave).label())
        .filter(label -> labels.stream().noneMatch(label::isAmong))
        .forEach(label ->
            errors.add(
                "waves",
                "name " + Json.cut(label.toString(), 100) + ": no switch and no host has it"));
  }
}
