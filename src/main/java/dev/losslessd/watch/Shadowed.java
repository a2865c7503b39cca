package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import dev.losslessd.text.Some;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Overrides that hide what the config file wants: an edit of the file has no effect there. Pure.
 */
public final class Shadowed {
  /** Overrides of a device that a finding names; the others are counted. */
  private static final int NAMED = 3;

  private Shadowed() {}

  /** One finding per device: a fabric may have many overrides, and each resource tells its own. */
  public static Stream<Finding> in(Intent intent) {
    Map<DeviceId, List<Key>> byDevice = new TreeMap<>();
    intent
        .shadowing()
        .forEach(key ->
            byDevice.computeIfAbsent(key.target().device(), _ -> new ArrayList<>()).add(key));
    return byDevice.entrySet().stream()
        .map(one ->
            FindingRule.SHADOWED.at(one.getKey().toString(), message(intent, one.getValue())));
  }

  private static String message(Intent intent, List<Key> keys) {
    return Some.texts(keys.stream().map(key -> text(intent, key)).toList(), NAMED);
  }

  private static String text(Intent intent, Key key) {
    String override = intent.wanted(key).map(Setting::text).orElse("");
    String file = intent.shadowed(key).map(Setting::text).orElse("");
    return key + ": override " + override + " hides what the file wants, " + file;
  }
}
