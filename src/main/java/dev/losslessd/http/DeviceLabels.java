package dev.losslessd.http;

import dev.losslessd.model.DeviceLabel;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.WaveSize;
import dev.losslessd.watch.DeviceReport.KnownSwitch;
import java.util.Collection;
import java.util.Optional;

/** Labels by which a request selects switches. */
final class DeviceLabels {
  /** Name of the query parameter. */
  static final String LABEL = "label";

  private DeviceLabels() {}

  static Optional<DeviceLabel> of(Query query, FieldErrors errors) {
    return query
        .text(LABEL)
        .flatMap(text -> {
          try {
            return Optional.of(DeviceLabel.parse(text));
          } catch (IllegalArgumentException e) {
            errors.add(LABEL, "is " + Json.cut(String.valueOf(e.getMessage()), 200));
            return Optional.empty();
          }
        });
  }

  /** A wave of a label that no switch has would let the next one take all at once. */
  static void requireKnown(
      Optional<Rollout> rollout, Collection<KnownSwitch> switches, FieldErrors errors) {
    rollout.stream()
        .flatMap(asked -> asked.waves().stream())
        .filter(WaveSize.Labelled.class::isInstance)
        .map(wave -> ((WaveSize.Labelled) wave).label())
        .filter(label -> switches.stream().noneMatch(one -> label.isAmong(one.labels())))
        .forEach(label ->
            errors.add("waves", "name " + Json.cut(label.toString(), 100) + ": no switch has it"));
  }
}
