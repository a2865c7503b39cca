package dev.losslessd.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * All that a kind of setting says of its form. JSON, journal, command line and API document derive
 * from it.
 *
 * @param named values that have a word of their own on the command line
 * @param example arguments of {@code losslessd set}, for messages
 */
public record SettingShape<T extends Setting>(
    Class<T> type, FieldType.Struct<T> struct, Map<String, T> named, String example) {
  public SettingShape {
    named = Collections.unmodifiableMap(new LinkedHashMap<>(named));
  }

  static <T extends Setting> SettingShape<T> of(
      Class<T> type, FieldType.Struct<T> struct, String example) {
    return new SettingShape<>(type, struct, Map.of(), example);
  }

  static <T extends Setting, A> SettingShape<T> of(
      Class<T> type, String example, Function<A, T> of, Field<T, A> only) {
    return of(type, FieldType.struct(List.of(only), plain -> of.apply(only.need(plain))), example);
  }

  SettingShape<T> named(String word, T value) {
    Map<String, T> more = new LinkedHashMap<>(named);
    more.put(word, value);
    return new SettingShape<>(type, struct, more, example);
  }

  /** Returns the fields of a setting as a plain tree. */
  public Map<String, Object> plain(Setting setting) {
    return struct.plain(type.cast(setting));
  }

  /**
   * Returns the setting of a plain tree.
   *
   * @throws RuntimeException for a tree of another form, or a value that the model refuses
   */
  public T value(Object plain) {
    return struct.value(plain);
  }

  /** Returns the setting of a plain tree, or nothing for a tree of another form. */
  public Optional<T> find(Object plain) {
    try {
      return Optional.of(value(plain));
    } catch (ClassCastException | IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
  }
}
