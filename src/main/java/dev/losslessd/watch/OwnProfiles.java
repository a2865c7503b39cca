package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Key;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import dev.losslessd.text.Some;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Ports for which the policy sets a value of the whole switch, and which have another one by a
 * profile or policy of their own: the switch is as wanted, and these ports are not. Pure.
 */
final class OwnProfiles {
  /** Ports that a finding names; the others are counted. */
  private static final int NAMED = 3;

  private OwnProfiles() {}

  /** One finding for each setting of a switch; where all ports go by the switch, none. */
  static Stream<Finding> in(Moment moment) {
    Map<DeviceId, Collection<Target>> ports = new TreeMap<>();
    moment.expected().settings().keySet().stream()
        .map(Key::target)
        .filter(Target.Port.class::isInstance)
        .forEach(port -> ports.computeIfAbsent(port.device(), _ -> new TreeSet<>()).add(port));
    return moment.expected().settings().entrySet().stream()
        .filter(one -> one.getKey().target() instanceof Target.Device)
        .flatMap(one -> {
          Key key = one.getKey();
          List<String> own =
              ports.getOrDefault(key.target().device(), List.of()).stream()
                  .flatMap(port -> own(moment, key, one.getValue(), port).stream())
                  .toList();
          return own.isEmpty() ? Stream.empty() : Stream.of(finding(key, one.getValue(), own));
        });
  }

  /** A port with its value, where that is neither the wanted one nor the switch's. */
  private static Optional<String> own(Moment moment, Key key, Setting wanted, Target port) {
    Key here = new Key(port, key.kind());
    if (moment.expected().settings().containsKey(here)) {
      return Optional.empty();
    }
    Optional<Setting> ofSwitch = moment.reading(key).flatMap(Reading::standing);
    return moment
        .reading(here)
        .filter(reading -> SettingState.of(wanted, reading) == SettingState.DRIFT)
        .flatMap(Reading::standing)
        .filter(value -> !ofSwitch.equals(Optional.of(value)))
        .map(value -> port.text() + " " + value.text());
  }

  private static Finding finding(Key key, Setting wanted, List<String> own) {
    return FindingRule.OWN_PROFILE.at(
        key.toString(),
        "the policy's %s does not apply to ports with a profile of their own: %s"
            .formatted(wanted.text(), Some.texts(own, NAMED)));
  }
}
