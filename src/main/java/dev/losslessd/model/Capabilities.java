package dev.losslessd.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Capabilities of a target. They are here, as the planner needs them and knows no driver.
 *
 * @param maxLossless how many priorities may be lossless at once; 8 where there is no limit
 */
public record Capabilities(Target target, Map<SettingKind, Capability> settings, int maxLossless) {
  public Capabilities {
    EnumMap<SettingKind, Capability> sorted = new EnumMap<>(SettingKind.class);
    sorted.putAll(settings);
    settings = Collections.unmodifiableMap(sorted);
  }

  /** Returns these capabilities, held back by a rule wherever something could be written. */
  public Capabilities heldBy(PlanRule rule, String why) {
    EnumMap<SettingKind, Capability> held = new EnumMap<>(SettingKind.class);
    settings.forEach((kind, can) -> held.put(kind, can.heldBy(rule, why)));
    return new Capabilities(target, held, maxLossless);
  }

  public Capability of(SettingKind kind) {
    Capability known = settings.get(kind);
    return known == null ? Capability.none("this target has no such setting") : known;
  }
}
