package dev.losslessd.cli;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.Pattern;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** REST paths made of arguments. What does not have the form of its kind never reaches a path. */
final class Paths {
  private static final Pattern COMMIT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private Paths() {}

  static String commit(String id) {
    if (!COMMIT.matcher(id).matches()) {
      throw CliException.usage("commit '" + id + "': expected an id like c-000017");
    }
    return id;
  }

  static PortId port(String text) {
    PortId port;
    try {
      port = PortId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
    // A server folds a/./b and a//b, and the request would reach another port.
    if (List.of(port.name().split("/", -1)).stream().anyMatch(s -> s.isEmpty() || s.equals("."))) {
      throw CliException.usage("port '" + text + "': empty or '.' between slashes");
    }
    return port;
  }

  static SettingKind setting(String word) {
    return SettingKind.ofWord(word)
        .orElseThrow(() ->
            CliException.usage(
                "no setting '" + word + "': expected one of " + SettingKind.words()));
  }

  /** {@code device:port}, or {@code device} for what a switch has for all its ports. */
  static Target target(String text) {
    if (text.indexOf(':') >= 0) {
      return Target.port(port(text));
    }
    return new Target.Device(device(text));
  }

  static DeviceId device(String text) {
    try {
      return new DeviceId(text);
    } catch (IllegalArgumentException e) {
      throw new CliException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
    }
  }

  static String resource(Target target) {
    return switch (target) {
      case Target.Port port -> "ports/" + port.device() + "/" + port.id().name();
      case Target.Device box -> "devices/" + box.device() + "/settings";
    };
  }

  static String resource(Target target, SettingKind kind) {
    return switch (target) {
      case Target.Port port -> resource(port) + "/" + kind.word();
      case Target.Device box -> "devices/" + box.device() + "/" + kind.word();
    };
  }

  /** Query part of a URL, {@code ?a=b&c=d}; empty without parameters. */
  static String query(Map<String, String> parameters) {
    return parameters.isEmpty()
        ? ""
        : parameters.entrySet().stream()
            .map(e -> encode(e.getKey()) + "=" + encode(e.getValue()))
            .collect(Collectors.joining("&", "?", ""));
  }

  /** Query part of a URL in which names may repeat. */
  static String repeated(Map<String, List<String>> parameters) {
    return parameters.isEmpty()
        ? ""
        : parameters.entrySet().stream()
            .flatMap(
                e -> e.getValue().stream().map(value -> encode(e.getKey()) + "=" + encode(value)))
            .collect(Collectors.joining("&", "?", ""));
  }

  /** One value of a query, percent-encoded. */
  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
