package dev.losslessd.cli;

import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;

/**
 * A file of wishes: targets, and of each its settings, {@code {"gpu01:ens1f0np0": {"pfc":
 * {"lossless": [3]}, "dscp": null}}}. Nothing takes an override away. It is a merge patch of the
 * intent (RFC 7396): a field that it does not name stays as it is wanted.
 */
final class WishFile {
  private static final long LARGEST = 4 * 1024 * 1024;

  private WishFile() {}

  /** Reads a file; what is no target or setting never reaches the daemon. */
  static JsonValue read(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        throw CliException.usage(file + " is larger than 4 MiB; expected a file of settings");
      }
      return checked(file, Json.parseYaml(Files.readString(file)));
    } catch (IOException e) {
      throw new CliException(ExitCode.USAGE, file + " cannot be read: " + reason(e), e);
    } catch (JacksonException e) {
      throw new CliException(ExitCode.USAGE, file + " is no YAML: " + e.getOriginalMessage(), e);
    }
  }

  private static String reason(IOException e) {
    return Pattern.of("(?<=[a-z])(?=[A-Z])")
        .matcher(e.getClass().getSimpleName())
        .replaceAll(" ")
        .replace(" Exception", "")
        .toLowerCase(Locale.ROOT);
  }

  private static JsonValue checked(Path file, JsonValue document) {
    if (!document.isObject()) {
      throw CliException.usage(file + ": expected targets, like gpu01:ens1f0np0: {pfc: ...}");
    }
    Fields patch = new Fields();
    boolean empty = true;
    for (Map.Entry<String, JsonValue> one : document.fields().entrySet()) {
      Target target = Paths.target(one.getKey());
      if (!one.getValue().isObject()) {
        throw CliException.usage(file + " " + one.getKey() + ": expected settings, like pfc: ...");
      }
      one.getValue().fields().keySet().forEach(Paths::setting);
      empty &= one.getValue().fields().isEmpty();
      patch.with(target.text(), one.getValue().raw());
    }
    if (empty) {
      throw CliException.usage(file + " wants nothing of any target");
    }
    return JsonValue.of(patch);
  }
}
