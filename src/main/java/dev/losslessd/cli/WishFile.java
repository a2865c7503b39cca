package dev.losslessd.cli;

import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * A file of wishes: targets, and of each its settings, {@code {"gpu01:ens1f0np0": {"pfc":
 * {"lossless": [3]}, "dscp": null}}}. Nothing takes an override away.
 */
final class WishFile {
  private static final long LARGEST = 4 * 1024 * 1024;

  private final List<Wish> wishes;

  private WishFile(List<Wish> wishes) {
    this.wishes = wishes;
  }

  /**
   * @param value nothing where no override shall be
   */
  private record Wish(Target target, SettingKind kind, JsonValue value) {
    Map<String, Object> change() {
      Map<String, Object> change = of(target, kind);
      if (value.isNothing()) {
        change.put("unset", true);
      } else {
        change.put("value", value.raw());
      }
      return change;
    }

    private static Map<String, Object> of(Target target, SettingKind kind) {
      Map<String, Object> change = new LinkedHashMap<>();
      switch (target) {
        case Target.Port port -> change.put("port", port.text());
        case Target.Device device -> change.put("device", device.text());
      }
      change.put("setting", kind.word());
      return change;
    }

    boolean isOf(JsonValue item) {
      return PlanView.target(item).equals(target.text())
          && item.at("setting").text().equals(kind.word());
    }

    /** Whether an override says so already, in whatever form it was written. */
    boolean isIn(JsonValue item) {
      return item.at("layer").text().equals("rest")
          && setting(item.at("value")).isPresent()
          && setting(item.at("value")).equals(setting(value));
    }

    private Optional<Setting> setting(JsonValue plain) {
      return plain.raw() instanceof Map<?, ?> fields
          ? kind.shape().find(fields).map(Setting.class::cast)
          : Optional.empty();
    }
  }

  static WishFile read(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        throw CliException.usage(file + " is larger than 4 MiB; expected a file of settings");
      }
      return of(file, Json.parseYaml(Files.readString(file)));
    } catch (IOException e) {
      throw new CliException(ExitCode.USAGE, file + " cannot be read: " + reason(e), e);
    } catch (JacksonException e) {
      throw new CliException(ExitCode.USAGE, file + " is no YAML: " + e.getOriginalMessage(), e);
    }
  }

  private static String reason(IOException e) {
    return e.getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .replace(" Exception", "")
        .toLowerCase(Locale.ROOT);
  }

  private static WishFile of(Path file, JsonValue document) {
    if (!document.isObject()) {
      throw CliException.usage(file + ": expected targets, like gpu01:ens1f0np0: {pfc: ...}");
    }
    List<Wish> wishes = new ArrayList<>();
    document
        .fields()
        .forEach((name, settings) -> {
          Target target = Paths.target(name);
          if (!settings.isObject()) {
            throw CliException.usage(file + " " + name + ": expected settings, like pfc: ...");
          }
          settings
              .fields()
              .forEach((word, value) -> wishes.add(new Wish(target, Paths.setting(word), value)));
        });
    if (wishes.isEmpty()) {
      throw CliException.usage(file + " wants nothing of any target");
    }
    return new WishFile(wishes);
  }

  /** The fields of a request for a plan or commit. */
  Map<String, Object> body() {
    return Map.of("changes", wishes.stream().map(Wish::change).toList());
  }

  /** Whether the intent has every wish as an override already. */
  boolean isWanted(Session session) {
    List<JsonValue> items = session.daemon().get("intent").at("items").items();
    return wishes.stream()
        .allMatch(wish -> {
          Optional<JsonValue> item = items.stream().filter(wish::isOf).findFirst();
          return wish.value().isNothing()
              ? item.filter(one -> one.at("layer").text().equals("rest")).isEmpty()
              : item.filter(wish::isIn).isPresent();
        });
  }
}
