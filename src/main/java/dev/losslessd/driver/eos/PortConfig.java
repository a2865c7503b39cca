package dev.losslessd.driver.eos;

import static dev.losslessd.driver.eos.RunningConfig.garbled;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.eos.PortSetting.Home;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
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
 * @param defined whether the configuration has that profile; true for none
 * @param shared lines of that profile, by key
 */
record PortConfig(
    String name,
    Map<String, ConfigLine> own,
    Optional<String> profile,
    boolean defined,
    Map<String, ConfigLine> shared) {
  private static final String PROFILE = "service-profile ";
  private static final Pattern POLICY =
      Pattern.compile("service-policy (?:type (?:qos|quality-of-service) )?input (.+)");

  static PortConfig of(RunningConfig config, String name) {
    ConfigTree block = config.port(name);
    Optional<String> profile = block.after(PROFILE).stream().findFirst();
    return new PortConfig(
        name,
        items(block),
        profile,
        profile.map(config::hasProfile).orElse(true),
        profile
            .filter(config::hasProfile)
            .map(config::profile)
            .map(PortConfig::items)
            .orElse(Map.of()));
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

  private static void put(ConfigLine line, Map<String, ConfigLine> items) {
    if (!line.isDefault()) {
      items.put(line.key(), line);
    }
  }

  /**
   * The lines of one setting.
   *
   * @throws DeviceException UNSUPPORTED if interface and profile say different things: which of
   *     them counts is unverified; GARBLED if the setting may be in a profile that is not defined
   */
  List<ConfigLine> lines(SettingKind setting) {
    requireDefined(setting);
    requireUnderstood(setting);
    Map<String, ConfigLine> all = new LinkedHashMap<>();
    shared.values().stream()
        .filter(line -> line.isOf(setting))
        .forEach(line -> all.put(line.key(), line));
    for (ConfigLine line : own.values()) {
      ConfigLine other = line.isOf(setting) ? all.put(line.key(), line) : line;
      if (other != null && !other.equals(line)) {
        throw DeviceException.unsupported(
            "%s: the interface says '%s' and its profile '%s': which of them counts is unverified"
                .formatted(
                    name, PrintableText.brief(line.word()), PrintableText.brief(other.word())));
      }
    }
    return new ArrayList<>(all.values());
  }

  /**
   * Requires the profile of a setting that a profile can have.
   *
   * @throws DeviceException GARBLED if the configuration does not have it
   */
  void requireDefined(SettingKind setting) {
    if (!defined && PortSettings.of(setting).home != Home.PORT) {
      throw garbled(name + " " + PROFILE + profile.orElse(""), "'qos profile' of that name");
    }
  }

  /**
   * Lines of the setting in a form that is not known are not none: other ways to mark, such as by
   * delay on chips with virtual output queues, or shares in bits per second.
   */
  private void requireUnderstood(SettingKind setting) {
    all()
        .filter(line -> line.begins(setting))
        .findFirst()
        .ifPresent(line -> {
          throw DeviceException.unsupported(
              "%s: '%s' is another form than those that are known of %s"
                  .formatted(name, PrintableText.brief(line.word()), setting.word()));
        });
  }

  /**
   * Policy maps for incoming packets, of the interface and of its profile.
   *
   * @throws DeviceException GARBLED if one may be in a profile that is not defined
   */
  Stream<String> policies() {
    requireDefined(SettingKind.TRUST);
    return all()
        .map(line -> POLICY.matcher(line.text()))
        .filter(Matcher::matches)
        .map(found -> found.group(1));
  }

  /** Lines of the interface, then of its profile. */
  Stream<ConfigLine> all() {
    return Stream.concat(own.values().stream(), shared.values().stream());
  }

  /** The word for queues that this port's lines use, if they use one. */
  Optional<String> queueWord() {
    return all()
        .map(ConfigLine::queue)
        .filter(queue -> !queue.isEmpty() && !queue.startsWith("mc-"))
        .map(queue -> queue.substring(0, queue.indexOf(' ')))
        .findFirst();
  }
}
