package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import dev.losslessd.text.Worded;
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
record JsonValue(@Nullable Object raw) {
  static final JsonValue NOTHING = new JsonValue(null);

  /**
   * @param value of maps, lists, strings, numbers, booleans and null
   */
  static JsonValue of(@Nullable Object value) {
    return value == null ? NOTHING : new JsonValue(value);
  }

  boolean isNothing() {
    return raw == null;
  }

  boolean isObject() {
    return raw instanceof Map;
  }

  JsonValue at(String name) {
    return raw instanceof Map<?, ?> map ? of(map.get(name)) : NOTHING;
  }

  /** Empty where this is no list. */
  List<JsonValue> items() {
    List<JsonValue> items = new ArrayList<>();
    if (raw instanceof List<?> list) {
      list.forEach(item -> items.add(of(item)));
    }
    return items;
  }

  /** Its items for people. */
  List<String> lines() {
    return items().stream().map(JsonValue::shown).toList();
  }

  /** Empty where this is no object. */
  Map<String, JsonValue> fields() {
    Map<String, JsonValue> fields = new LinkedHashMap<>();
    if (raw instanceof Map<?, ?> map) {
      map.forEach((name, field) -> fields.put(String.valueOf(name), of(field)));
    }
    return fields;
  }

  /** A copy of the object, to which members can be added. */
  Fields copy() {
    return raw instanceof Map<?, ?> map ? Fields.of(map) : new Fields();
  }

  boolean isTrue() {
    return Boolean.TRUE.equals(raw);
  }

  OptionalLong number() {
    return raw instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  /** A scalar as it is, for decisions and requests; empty where there is nothing. */
  String text() {
    return raw == null ? "" : raw.toString();
  }

  /** The constant whose word this is; null where it is none of theirs. */
  <E extends Enum<E> & Worded> @Nullable E as(Class<E> type) {
    return Worded.find(type, text()).orElse(null);
  }

  /** Whether it is the word of the constant. */
  boolean is(Worded constant) {
    return text().equals(constant.word());
  }

  /** A scalar for people; a dash where there is nothing. */
  String shown() {
    return raw == null || text().isEmpty() ? "-" : Shown.text(text());
  }

  /** A time for people. */
  String time() {
    return raw == null ? "-" : Shown.time(text());
  }
}
