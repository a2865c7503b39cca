package dev.losslessd.http;

import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A merge patch (RFC 7396) of what is wanted: <code>{"gpu01:ens1f0np0": {"pfc": {...}, "dscp":
 * null}}</code>. A value is laid over the one that is wanted now; null takes an override away.
 *
 * @param delta what shall hold
 * @param unset what shall have no override, and has one
 */
record IntentPatch(SortedMap<Key, Setting> delta, Set<Key> unset) {
  private static final int MOST = 4096;

  /**
   * @param now what is patched
   */
  static IntentPatch read(JsonNode body, Intent now, FieldErrors errors) {
    IntentPatch patch = new IntentPatch(new TreeMap<>(), new TreeSet<>());
    JsonObjectReader targets = JsonObjectReader.of(body, "", errors);
    int count = 0;
    for (String name : targets.names()) {
      String at = Json.cut(name, 60);
      JsonObjectReader settings = JsonObjectReader.of(targets.need(name).orElseThrow(), at, errors);
      Optional<Target> target = errors.parsed(at, () -> Target.parse(name));
      for (String word : settings.names()) {
        JsonNode value = settings.need(word).orElseThrow();
        String field = at + "." + Json.cut(word, 60);
        Optional<SettingKind> kind = TargetPath.kind(word, field, "is no setting", errors);
        if (target.isPresent() && kind.isPresent() && count++ < MOST) {
          patch.take(new Key(target.get(), kind.get()), value, at + "." + word, now, errors);
        }
      }
    }
    if (count > MOST) {
      errors.add("", "has " + count + " settings, expected at most " + MOST);
    }
    return patch;
  }

  private void take(Key key, JsonNode value, String at, Intent now, FieldErrors errors) {
    if (value.isNull()) {
      if (now.rest().containsKey(key)) {
        unset.add(key);
      }
    } else if (!value.isObject()) {
      errors.add(at, "is " + Json.shown(value) + ", expected an object or null");
    } else {
      JsonNode is = Json.object(now.wanted(key).map(SettingJson::write).orElseGet(Fields::new));
      SettingReader.read(key.kind(), merged(is, value), at, errors)
          .ifPresent(setting -> delta.put(key, setting));
    }
  }

  /** MergePatch of RFC 7396, section 2. */
  private static JsonNode merged(JsonNode is, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    ObjectNode result = is.isObject() ? (ObjectNode) is.deepCopy() : Json.object();
    for (String name : patch.propertyNames()) {
      JsonNode value = patch.path(name);
      if (value.isNull()) {
        result.remove(name);
      } else {
        result.set(name, merged(result.path(name), value));
      }
    }
    return result;
  }
}
