package dev.losslessd.http;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Optional;

/** The port, or the whole device, that a path is about. */
final class TargetPath {
  private TargetPath() {}

  /**
   * @throws ProblemException 404 where nothing here knows it
   */
  static Target known(HttpCall call, Resources resources) {
    Target target = asked(call);
    if (!resources.known(target)) {
      String what = target instanceof Target.Port ? "no port " : "no switch ";
      throw ProblemException.notFound(what + target + " here" + hint(call));
    }
    return target;
  }

  /** The target of a path, which may also be a host as a device. */
  static Target knownDevice(HttpCall call, Resources resources) {
    Target target = asked(call);
    if (!resources.known(target) && !resources.knows(target)) {
      String what = target instanceof Target.Port ? "no port " : "no device ";
      throw ProblemException.notFound(what + target + " here");
    }
    return target;
  }

  static Target asked(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    Optional<DeviceId> device = errors.parsed("device", () -> new DeviceId(call.param("device")));
    if (!call.has("port")) {
      errors.throwIfAny();
      return new Target.Device(device.orElseThrow());
    }
    Optional<PortId> port =
        errors.parsed("port", () -> new PortId(new DeviceId("any"), call.param("port")));
    errors.throwIfAny();
    return Target.port(new PortId(device.orElseThrow(), port.orElseThrow().name()));
  }

  /**
   * The setting of a word; another word is an error.
   *
   * @param is begins the error's message
   */
  static Optional<SettingKind> kind(String word, String field, String is, FieldErrors errors) {
    Optional<SettingKind> kind = SettingKind.ofWord(word);
    if (kind.isEmpty()) {
      errors.add(field, is + Suggestions.hint(word, FindingRoutes.SETTINGS));
    }
    return kind;
  }

  /** A misspelt setting looks like a longer port name. */
  private static String hint(HttpCall call) {
    String port = call.has("port") ? call.param("port") : "";
    int slash = port.lastIndexOf('/');
    return slash < 0 ? "" : settingHint(port.substring(slash + 1));
  }

  static String settingHint(String last) {
    String known = Suggestions.hint(last, FindingRoutes.SETTINGS);
    return "; '" + Json.cut(last, 60) + "' is no setting" + known;
  }
}
