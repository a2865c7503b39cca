package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;

/**
 * Port profiles of a configuration, which prints {@code inherit port-profile NAME} at a port and
 * the lines in the profile alone. A profile takes effect with {@code state enabled}; it may inherit
 * others, four levels deep (Cisco's interfaces guides for the Nexus 5000 and 7000, port profiles).
 */
record PortProfiles(ConfigTree config) {
  static final String SECTION = "port-profile type ";
  private static final String INHERIT = "inherit port-profile ";
  private static final String ENABLED = "state enabled";

  /**
   * A section and the profiles that it inherits, by precedence.
   *
   * @throws DeviceException UNSUPPORTED for a profile that the configuration does not have, and for
   *     one inherited by another that is not enabled: no source tells whether it takes effect
   */
  Places of(ConfigTree section) {
    List<ConfigTree> all = new ArrayList<>(List.of(section));
    for (String name : section.after(INHERIT)) {
      ConfigTree profile = profile(section, name);
      if (profile.has(ENABLED)) {
        add(profile, all);
      }
    }
    return new Places(all);
  }

  private void add(ConfigTree profile, List<ConfigTree> all) {
    if (all.contains(profile)) {
      return;
    }
    all.add(profile);
    for (String name : profile.after(INHERIT)) {
      ConfigTree next = profile(profile, name);
      if (!next.has(ENABLED)) {
        throw inherited(profile, name, "which is not enabled");
      }
      add(next, all);
    }
  }

  private ConfigTree profile(ConfigTree by, String name) {
    return config.starting(SECTION).stream()
        .filter(profile -> RunningConfig.lastWord(profile).equals(name))
        .findFirst()
        .orElseThrow(() -> inherited(by, name, "which the configuration does not have"));
  }

  private static DeviceException inherited(ConfigTree by, String name, String why) {
    return DeviceException.unsupported(
        "%s inherits port-profile %s, %s: set there"
            .formatted(PrintableText.brief(Places.name(by)), PrintableText.brief(name), why));
  }
}
