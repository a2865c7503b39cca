package dev.losslessd.driver.eos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.model.SettingKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lines that apply to a port: its own, and those of the qos profile that it uses.
 *
 * @param name of the port
 * @param own lines of the interface itself, by key
 * @param profile that the port uses; empty for none
 * @param shared lines of that profile, by key
 */
record PortConfig(
    String name,
    Map<String, ConfigLine> own,
    Optional<String> profile,
    Map<String, ConfigLine> shared) {
  private static final String PROFILE = "service-profile ";
  private static final String MARKS = "random-detect ecn ";

  static PortConfig of(RunningConfig config, String name) {
    ConfigTree block = config.port(name);
    Optional<String> profile = block.after(PROFILE).stream().findFirst();
    return new PortConfig(
        name,
        items(block),
        profile,
        profile.map(config::profile).map(PortConfig::items).orElse(Map.of()));
  }

  static Map<String, ConfigLine> items(ConfigTree block) {
    Map<String, ConfigLine> items = new LinkedHashMap<>();
    for (ConfigTree line : block.below()) {
      if (ConfigLine.isQueue(line.line())) {
        line.below().forEach(inner -> put(new ConfigLine(line.line(), inner.line()), items));
      } else if (!line.line().startsWith(PROFILE)) {
        put(new ConfigLine("", line.line()), items);
      }
    }
    return items;
  }

  private static void put(ConfigLine configLine, Map<String, ConfigLine> items) {
    if (!configLine.isDefault()) {
      items.put(configLine.key(), configLine);
    }
  }

  /**
   * The lines of one knob.
   *
   * @throws DeviceException UNSUPPORTED if interface and profile say different things: which of
   *     them counts is unverified
   */
  List<ConfigLine> lines(SettingKind knob) {
    requireUnderstood(knob);
    Map<String, ConfigLine> all = new LinkedHashMap<>();
    shared.values().stream()
        .filter(configLine -> isOf(knob, configLine))
        .forEach(i -> all.put(i.key(), i));
    for (ConfigLine configLine : own.values()) {
      ConfigLine other =
          isOf(knob, configLine) ? all.put(configLine.key(), configLine) : configLine;
      if (other != null && !other.equals(configLine)) {
        throw DeviceException.unsupported(
            name
                + ": the interface says '"
                + Sanitized.of(configLine.word())
                + "' and its profile '"
                + Sanitized.of(other.word())
                + "': which of them counts is unverified");
      }
    }
    return new ArrayList<>(all.values());
  }

  /** Other ways to mark, such as by delay on chips with virtual output queues, are not none. */
  private void requireUnderstood(SettingKind knob) {
    if (knob != SettingKind.ECN && knob != SettingKind.ECN_COUNT) {
      return;
    }
    Stream.concat(own.values().stream(), shared.values().stream())
        .filter(configLine -> !configLine.isMulticast() && configLine.knob().isEmpty())
        .filter(configLine -> configLine.text().startsWith(MARKS))
        .filter(
            configLine -> configLine.text().endsWith(" count") == (knob == SettingKind.ECN_COUNT))
        .findFirst()
        .ifPresent(configLine -> {
          throw DeviceException.unsupported(
              name
                  + ": '"
                  + Sanitized.of(configLine.word())
                  + "' is another form than 'random-detect ecn minimum-threshold ...' of a queue");
        });
  }

  private static boolean isOf(SettingKind knob, ConfigLine configLine) {
    return !configLine.isMulticast() && configLine.knob().equals(Optional.of(knob));
  }

  /** The word for queues that this port's lines use, if they use one. */
  Optional<String> queueWord() {
    return Stream.concat(own.values().stream(), shared.values().stream())
        .map(ConfigLine::queue)
        .filter(queue -> !queue.isEmpty() && !queue.startsWith("mc-"))
        .map(queue -> queue.substring(0, queue.indexOf(' ')))
        .findFirst();
  }
}
