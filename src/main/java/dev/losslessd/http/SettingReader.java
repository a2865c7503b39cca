package dev.losslessd.http;

import dev.losslessd.model.Field;
import dev.losslessd.model.Field.Presence;
import dev.losslessd.model.FieldType;
import dev.losslessd.model.FieldType.Choice;
import dev.losslessd.model.FieldType.Entries;
import dev.losslessd.model.FieldType.Flag;
import dev.losslessd.model.FieldType.Row;
import dev.losslessd.model.FieldType.SetOf;
import dev.losslessd.model.FieldType.Struct;
import dev.losslessd.model.FieldType.Text;
import dev.losslessd.model.FieldType.Whole;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * Reads settings from JSON by the types of their fields. Every wrong field is reported; a setting
 * results only if none is.
 */
record SettingReader(FieldErrors errors) {

  /**
   * @param at path of the value in the body, empty for the body itself
   * @param errors gets what is wrong
   */
  static Optional<Setting> read(SettingKind kind, JsonNode value, String at, FieldErrors errors) {
    FieldErrors own = new FieldErrors();
    Map<String, Object> plain = new SettingReader(own).fields(kind.shape().struct(), value, at);
    Optional<Setting> setting = Optional.empty();
    try {
      setting = own.isEmpty() ? Optional.of(kind.shape().value(plain)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      own.add(at, String.valueOf(e.getMessage()));
    }
    own.all().forEach(error -> errors.add(error.field(), error.message()));
    return setting;
  }

  private Map<String, Object> fields(Struct<?> struct, JsonNode value, String at) {
    JsonObjectReader object = JsonObjectReader.of(value, at, errors);
    Map<String, Object> plain = new LinkedHashMap<>();
    for (Field<?, ?> field : struct.fields()) {
      boolean optional = field.presence() == Presence.OPTIONAL;
      Optional<JsonNode> json = optional ? object.take(field.name()) : object.need(field.name());
      json.flatMap(one -> read(field.type(), one, object, object.path(field.name())))
          .ifPresent(one -> plain.put(field.name(), one));
    }
    struct.fields().forEach(field -> requireOrder(field, plain, object));
    object.end();
    return plain;
  }

  private void requireOrder(Field<?, ?> field, Map<String, Object> plain, JsonObjectReader object) {
    if (plain.get(field.name()) instanceof Long value
        && plain.get(field.notBelow()) instanceof Long least
        && value < least) {
      errors.add(
          object.path(field.name()),
          "is " + value + ", expected at least " + field.notBelow() + " " + least);
    }
  }

  private Optional<Object> read(
      FieldType<?> type, JsonNode json, JsonObjectReader parent, String path) {
    return switch (type) {
      case Flag _ -> parent.flag(json, path).map(Object.class::cast);
      case Whole<?> whole ->
          parent.whole(json, path, whole.min(), whole.max()).stream()
              .mapToObj(n -> (Object) n)
              .findFirst();
      case Choice<?> choice ->
          parent
              .text(json, path)
              .flatMap(word ->
                  fits(
                      choice.words().contains(word),
                      word,
                      path,
                      "one of " + String.join(", ", choice.words())));
      case Text text ->
          parent
              .text(json, path)
              .flatMap(word ->
                  fits(text.pattern().matcher(word).matches(), word, path, text.expected()));
      case SetOf<?, ?> set ->
          parent
              .elements(json, path, 0, set.most())
              .flatMap(list -> elements(set.each(), list, parent, path))
              .filter(list -> isWithoutTwins(set.each(), list, path))
              .map(Object.class::cast);
      case Row<?> row ->
          parent
              .elements(json, path, Row.SIZE, Row.SIZE)
              .flatMap(list -> elements(row.each(), list, parent, path))
              .map(Object.class::cast);
      case Entries<?, ?> entries -> Optional.of(entries(entries, json, path));
      case Struct<?> struct -> Optional.of(fields(struct, json, path));
    };
  }

  private Optional<List<Object>> elements(
      FieldType<?> type, List<JsonNode> list, JsonObjectReader parent, String path) {
    List<Object> plain = new ArrayList<>();
    IntStream.range(0, list.size())
        .forEach(i -> read(type, list.get(i), parent, path + "[" + i + "]").ifPresent(plain::add));
    return plain.size() == list.size() ? Optional.of(plain) : Optional.empty();
  }

  private boolean isWithoutTwins(FieldType<?> type, List<Object> list, String path) {
    Set<Object> seen = new HashSet<>();
    for (Object one : list) {
      if (!seen.add(one)) {
        String noun = type instanceof Whole<?> whole ? whole.noun() + " " : "";
        errors.add(path, "names " + noun + one + " twice");
        return false;
      }
    }
    return true;
  }

  private Map<String, Object> entries(Entries<?, ?> type, JsonNode json, String at) {
    JsonObjectReader object = JsonObjectReader.of(json, at, errors);
    Map<String, Object> plain = new LinkedHashMap<>();
    for (String name : object.names()) {
      String path = object.path(Json.cut(name, 60));
      JsonNode value = object.need(name).orElseThrow();
      if (isKey(type.key(), name, path)) {
        read(type.each(), value, object, path).ifPresent(one -> plain.put(name, one));
      }
    }
    return plain;
  }

  /** One spelling per number: {@code 026} and {@code 26} would be two keys for one. */
  private boolean isKey(FieldType<?> type, String name, String path) {
    if (type instanceof Whole<?> whole) {
      boolean fits =
          Pattern.matches("0|[1-9][0-9]{0,8}", name)
              && Long.parseLong(name) >= whole.min()
              && Long.parseLong(name) <= whole.max();
      if (!fits) {
        errors.add(
            path,
            "is no %s, expected a whole number of %s..%s"
                .formatted(whole.noun(), whole.min(), whole.max()));
      }
      return fits;
    }
    if (type instanceof Text text && !text.pattern().matcher(name).matches()) {
      errors.add(path, "is no name of an entry, expected " + text.expected());
      return false;
    }
    return true;
  }

  private Optional<Object> fits(boolean fits, String word, String path, String expected) {
    if (!fits) {
      errors.unexpected(path, word, expected);
      return Optional.empty();
    }
    return Optional.of(word);
  }
}
