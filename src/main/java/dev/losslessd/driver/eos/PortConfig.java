package dev.losslessd.driver.eos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Shown;
import dev.losslessd.model.SettingKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a port is told by its own lines and by the qos profile that it uses.
 *
 * @param name of the port
 * @param own lines of the interface itself, by key
 * @param profile that the port uses; empty for none
 * @param shared lines of that profile, by key
 */
record PortConfig(
    String name, Map<String, Item> own, Optional<String> profile, Map<String, Item> shared) {
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

  static Map<String, Item> items(ConfigTree block) {
    Map<String, Item> items = new LinkedHashMap<>();
    for (ConfigTree line : block.below()) {
      if (Item.isQueue(line.line())) {
        line.below().forEach(inner -> put(new Item(line.line(), inner.line()), items));
      } else if (!line.line().startsWith(PROFILE)) {
        put(new Item("", line.line()), items);
      }
    }
    return items;
  }

  private static void put(Item item, Map<String, Item> items) {
    if (!item.isDefault()) {
      items.put(item.key(), item);
    }
  }

  /**
   * The lines of one knob.
   *
   * @throws DeviceException UNSUPPORTED if interface and profile say different things: which of
   *     them counts is unverified
   */
  List<Item> lines(SettingKind knob) {
    requireUnderstood(knob);
    Map<String, Item> all = new LinkedHashMap<>();
    shared.values().stream().filter(item -> isOf(knob, item)).forEach(i -> all.put(i.key(), i));
    for (Item item : own.values()) {
      Item other = isOf(knob, item) ? all.put(item.key(), item) : item;
      if (other != null && !other.equals(item)) {
        throw new DeviceException(
            DeviceException.Kind.UNSUPPORTED,
            name
                + ": the interface says '"
                + Shown.of(item.word())
                + "' and its profile '"
                + Shown.of(other.word())
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
        .filter(item -> !item.isMulticast() && item.knob().isEmpty())
        .filter(item -> item.text().startsWith(MARKS))
        .filter(item -> item.text().endsWith(" count") == (knob == SettingKind.ECN_COUNT))
        .findFirst()
        .ifPresent(item -> {
          throw new DeviceException(
              DeviceException.Kind.UNSUPPORTED,
              name
                  + ": '"
                  + Shown.of(item.word())
                  + "' is another form than 'random-detect ecn minimum-threshold ...' of a queue");
        });
  }

  private static boolean isOf(SettingKind knob, Item item) {
    return !item.isMulticast() && item.knob().equals(Optional.of(knob));
  }

  /** The word for queues that this port's lines use, if they use one. */
  Optional<String> queueWord() {
    return Stream.concat(own.values().stream(), shared.values().stream())
        .map(Item::queue)
        .filter(queue -> !queue.isEmpty() && !queue.startsWith("mc-"))
        .map(queue -> queue.substring(0, queue.indexOf(' ')))
        .findFirst();
  }
}
