package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a JSON document: a map, a list, a string, a number, a boolean, or nothing. Nothing
 * stands for null and for absent alike, and is never taken for zero.
 */
final class JsonValue {
  static final JsonValue NOTHING = new JsonValue(null);

  private final @Nullable Object value;

  private JsonValue(@Nullable Object value) {
    this.value = value;
  }

  /**
   * @param value of maps, lists, strings, numbers, booleans and null
   */
  static JsonValue of(@Nullable Object value) {
    return value == null ? NOTHING : new JsonValue(value);
  }

  @Nullable Object raw() {
    return value;
  }

  boolean isNothing() {
    return value == null;
  }

  boolean isObject() {
    return value instanceof Map;
  }

  JsonValue at(String name) {
    return value instanceof Map<?, ?> map ? of(map.get(name)) : NOTHING;
  }

  /** Empty where this is no list. */
  List<JsonValue> items() {
    List<JsonValue> items = new ArrayList<>();
    if (value instanceof List<?> list) {
      list.forEach(item -> items.add(of(item)));
    }
    return items;
  }

  /** Empty where this is no object. */
  Map<String, JsonValue> fields() {
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, field) -> fields.put(String.valueOf(name), of(field)));
    }
    return fields;
  }

  /** A copy of the object, to which members can be added. */
  Fields copy() {
    return value instanceof Map<?, ?> map ? Fields.of(map) : new Fields();
  }

  boolean isTrue() {
    return Boolean.TRUE.equals(value);
  }

  OptionalLong number() {
    return value instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  /** A scalar as it is, for decisions and requests; empty where there is nothing. */
  String text() {
    return value == null ? "" : value.toString();
  }

  /** A scalar for people; a dash where there is nothing. */
  String shown() {
    return value == null || text().isEmpty() ? "-" : Shown.text(text());
  }

  /** A time for people. */
  String time() {
    return value == null ? "-" : Shown.time(text());
  }
}
