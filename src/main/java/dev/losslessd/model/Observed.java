package dev.losslessd.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Readings of a target's settings, from one read.
 *
 * @param readings by setting; a setting that is not in the map is none of this target
 */
public record Observed(Target target, Map<SettingKind, Reading> readings) {
  public Observed {
    EnumMap<SettingKind, Reading> sorted = new EnumMap<>(SettingKind.class);
    sorted.putAll(readings);
    readings = Collections.unmodifiableMap(sorted);
  }

  /** Creates what is known of a target that cannot be read: of every setting, why not. */
  public static Observed unread(Target target, String why) {
    EnumMap<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    for (SettingKind kind : SettingKind.values()) {
      readings.put(kind, new Reading.Unread(why));
    }
    return new Observed(target, readings);
  }

  public Reading reading(SettingKind kind) {
    Reading reading = readings.get(kind);
    return reading == null ? new Reading.Unsupported("not a setting of this target") : reading;
  }

  public Optional<Setting> inForce(SettingKind kind) {
    return reading(kind).inForce();
  }
}
