package dev.losslessd.http;

import dev.losslessd.commit.Request;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * The {@code changes} of a body.
 *
 * @param delta what shall hold
 * @param unset what shall have no override
 */
record ChangeRequest(SortedMap<Key, Setting> delta, Set<Key> unset) {
  private static final String CHANGES = "changes";
  private static final int MOST = 4096;

  /** Empty where the body names no changes: the whole intent is meant. */
  static Optional<ChangeRequest> read(JsonObjectReader body) {
    if (body.take(CHANGES).isEmpty()) {
      return Optional.empty();
    }
    ChangeRequest request = new ChangeRequest(new TreeMap<>(), new TreeSet<>());
    List<JsonNode> changes = body.needElements(CHANGES, 1, MOST).orElse(List.<JsonNode>of());
    for (int i = 0; i < changes.size(); i++) {
      request.take(changes.get(i), CHANGES + "[" + i + "]", body.errors());
    }
    return Optional.of(request);
  }

  /**
   * @throws ProblemException 403, a device is outside the caller's scope
   */
  static Request request(Optional<ChangeRequest> wish, CommitOptions options, Caller caller) {
    wish.ifPresent(one -> caller.requireScopeOf(one.delta().keySet(), one.unset()));
    String actor = caller.actor();
    Request request =
        wish.map(one -> Request.of(one.delta(), actor, options.reason()).unsetting(one.unset()))
            .orElseGet(() -> Request.everything(actor, options.reason()));
    return request.by(caller.scope()).on(options.terms());
  }

  private void take(JsonNode change, String at, FieldErrors errors) {
    JsonObjectReader fields = JsonObjectReader.of(change, at, errors);
    if (!change.isObject()) {
      return;
    }
    Optional<Target> target = target(fields, at, errors);
    Optional<SettingKind> kind =
        fields
            .needText("setting")
            .flatMap(word ->
                TargetPath.kind(
                    word, fields.path("setting"), "is '" + Json.cut(word, 60) + "'", errors));
    boolean gone = fields.flag("unset").orElse(false);
    Optional<JsonNode> value = gone ? fields.take("value") : fields.need("value");
    fields.end();
    if (gone && value.isPresent()) {
      errors.add(fields.path("value"), "comes with unset, expected one of both");
    }
    Optional<Setting> setting =
        kind.flatMap(known ->
            value.flatMap(json -> SettingReader.read(known, json, fields.path("value"), errors)));
    if (target.isPresent() && kind.isPresent()) {
      Key key = new Key(target.get(), kind.get());
      if (delta.containsKey(key) || unset.contains(key)) {
        errors.add(at, "names " + key + " a second time");
      }
      if (gone) {
        unset.add(key);
      }
      setting.ifPresent(one -> delta.put(key, one));
    }
  }

  /** A {@code port}, or the whole {@code device}. */
  private static Optional<Target> target(JsonObjectReader fields, String at, FieldErrors errors) {
    Optional<String> port = fields.text("port");
    Optional<String> device = fields.text("device");
    if (port.isPresent() == device.isPresent()) {
      errors.add(at, "expected one of port (device:port) and device");
      return Optional.empty();
    }
    return port.isPresent()
        ? errors.parsed(fields.path("port"), () -> Target.port(PortId.parse(port.get())))
        : errors.parsed(
            fields.path("device"), () -> new Target.Device(new DeviceId(device.orElseThrow())));
  }
}
