package dev.losslessd.http;

import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

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
  ObjectNode put(ObjectNode json) {
    if (override.isPresent() || file.isPresent()) {
      json.put("layer", override.isPresent() ? "rest" : "file");
    }
    shadowed.ifPresent(value -> json.set("shadowed", SettingJson.write(value)));
    return json;
  }

  /** Nothing where nothing is hidden. */
  Optional<ObjectNode> condition() {
    return shadowed.map(value ->
        Json.object().put("type", "Shadowed").put("status", "true").put("message", message(value)));
  }

  private String message(Setting value) {
    return "override "
        + override.map(Setting::text).orElse("")
        + " hides what the file wants, "
        + value.text()
        + "; 'losslessd unset "
        + key
        + "' puts the file's value in force";
  }
}
