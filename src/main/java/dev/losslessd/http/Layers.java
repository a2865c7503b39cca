package dev.losslessd.http;

import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import dev.losslessd.text.Fields;
import java.util.Optional;

/**
 * Where what is wanted of a setting comes from.
 *
 * @param override what REST or CLI confirmed
 * @param file what the config file wants
 * @param shadowed the same, where the override hides it
 */
record Layers(
    Key key, Optional<Setting> override, Optional<Setting> file, Optional<Setting> shadowed) {
  static Layers of(Key key, Intent intent) {
    return new Layers(
        key,
        Optional.ofNullable(intent.rest().get(key)),
        Optional.ofNullable(intent.file().get(key)),
        intent.shadowed(key));
  }

  /** {@code layer}, and {@code shadowed} with the file's value where that is hidden. */
  Fields put(Fields json) {
    return json.withAny("layer", override.isPresent() ? "rest" : file.isPresent() ? "file" : "")
        .withAny("shadowed", shadowed.map(SettingJson::write));
  }

  /** Nothing where nothing is hidden. */
  Optional<Fields> condition() {
    return shadowed.map(value -> condition("Shadowed", "true", message(value)));
  }

  static Fields condition(String type, String status, String message) {
    return new Fields().with("type", type).with("status", status).with("message", message);
  }

  private String message(Setting value) {
    return ("override %s hides what the file wants, %s; 'losslessd unset %s' puts the file's"
            + " value in force")
        .formatted(override.map(Setting::text).orElse(""), value.text(), key);
  }
}
