package dev.losslessd.http;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

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
      throw new ProblemException(Problem.notFound(what + target + " here" + hint(call)));
    }
    return target;
  }

  /** The target of a path, which may also be a host as a device. */
  static Target knownDevice(HttpCall call, Resources resources) {
    Target target = asked(call);
    if (!resources.known(target) && !resources.knows(target)) {
      String what = target instanceof Target.Port ? "no port " : "no device ";
      throw new ProblemException(Problem.notFound(what + target + " here"));
    }
    return target;
  }

  static Target asked(HttpCall call) {
    FieldErrors errors = new FieldErrors();
    Optional<DeviceId> device = parsed("device", () -> new DeviceId(call.param("device")), errors);
    if (!call.has("port")) {
      errors.throwIfAny();
      return new Target.Device(device.orElseThrow());
    }
    Optional<PortId> port =
        parsed("port", () -> new PortId(new DeviceId("any"), call.param("port")), errors);
    errors.throwIfAny();
    return Target.port(new PortId(device.orElseThrow(), port.orElseThrow().name()));
  }

  private static <T> Optional<T> parsed(String field, Supplier<T> value, FieldErrors errors) {
    try {
      return Optional.of(value.get());
    } catch (IllegalArgumentException e) {
      errors.add(field, Json.cut(String.valueOf(e.getMessage()), 200));
      return Optional.empty();
    }
  }

  /** A misspelt setting looks like a longer port name. */
  private static String hint(HttpCall call) {
    String port = call.has("port") ? call.param("port") : "";
    int slash = port.lastIndexOf('/');
    return slash < 0 ? "" : settingHint(port.substring(slash + 1));
  }

  static String settingHint(String last) {
    List<String> words = Arrays.stream(SettingKind.values()).map(SettingKind::word).toList();
    return "; '" + Json.cut(last, 60) + "' is no setting" + Suggestions.hint(last, words);
  }
}
