package dev.losslessd.model;

import dev.losslessd.model.FieldType.Choice;
import dev.losslessd.model.FieldType.Entries;
import dev.losslessd.model.FieldType.Flag;
import dev.losslessd.model.FieldType.Row;
import dev.losslessd.model.FieldType.SetOf;
import dev.losslessd.model.FieldType.Struct;
import dev.losslessd.model.FieldType.Text;
import dev.losslessd.model.FieldType.Whole;
import dev.losslessd.text.Pattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Values of settings in the words of the command line, by the types of their fields. */
public final class SettingWords {
  /** The label of a value that stands without a name. */
  public static final String WHOLE = "";

  /** Fewer numbers stand one by one. */
  private static final int RANGE = 3;

  private static final Pattern NUMBER = Pattern.compile("\\d{1,3}");

  private SettingWords() {}

  static String text(Setting setting) {
    SettingShape<?> shape = setting.kind().shape();
    return join(parts(shape, shape.plain(setting)));
  }

  /** {@code 3}, {@code 24-31=3 48=6}, {@code none}. */
  public static String join(Map<String, String> parts) {
    return parts.isEmpty()
        ? "none"
        : ranges(parts).entrySet().stream()
            .map(e -> e.getKey().equals(WHOLE) ? e.getValue() : e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(" "));
  }

  /** Three numbers or more in a row that have the same words are one label, {@code 24-31}. */
  static Map<String, String> ranges(Map<String, String> parts) {
    Map<String, String> ranges = new LinkedHashMap<>();
    List<Map.Entry<String, String>> all = List.copyOf(parts.entrySet());
    for (int first = 0; first < all.size(); ) {
      int end = first + 1;
      while (end < all.size() && follows(all.get(end), all.get(end - 1))) {
        end++;
      }
      if (end - first < RANGE) {
        all.subList(first, end).forEach(one -> ranges.put(one.getKey(), one.getValue()));
      } else {
        String label = all.get(first).getKey() + "-" + all.get(end - 1).getKey();
        ranges.put(label, all.get(first).getValue());
      }
      first = end;
    }
    return ranges;
  }

  private static boolean follows(Map.Entry<String, String> one, Map.Entry<String, String> before) {
    return NUMBER.matcher(one.getKey()).matches()
        && NUMBER.matcher(before.getKey()).matches()
        && Integer.parseInt(one.getKey()) == Integer.parseInt(before.getKey()) + 1
        && one.getValue().equals(before.getValue());
  }

  /**
   * Returns the words of each part by its label, in the order of the fields as they are given.
   *
   * @throws RuntimeException for fields of another form
   */
  public static Map<String, String> parts(SettingShape<?> shape, Map<?, ?> plain) {
    for (var named : shape.named().entrySet()) {
      if (shape.find(plain).filter(named.getValue()::equals).isPresent()) {
        return Map.of(WHOLE, named.getKey());
      }
    }
    Map<String, String> parts = new LinkedHashMap<>();
    List<? extends Field<?, ?>> fields = shape.struct().fields();
    Field<?, ?> bare = shape.struct().leads() ? fields.getFirst() : null;
    plain.forEach((name, value) ->
        fields.stream()
            .filter(field -> field.name().equals(name) && value != null)
            .forEach(field ->
                put(parts, field.equals(bare) ? WHOLE : field.name(), field.type(), value)));
    return parts;
  }

  private static void put(
      Map<String, String> parts, String label, FieldType<?> type, Object value) {
    if (type instanceof Entries<?, ?> entries) {
      ((Map<?, ?>) value)
          .forEach((name, one) -> parts.put(name.toString(), text(entries.each(), one)));
    } else if (type instanceof Row<?> row && !row.single().isEmpty()) {
      List<?> all = (List<?>) value;
      for (int i = 0; i < all.size(); i++) {
        if (!row.sparse() || ((Number) all.get(i)).longValue() != 0) {
          parts.put(row.single() + i, text(row.each(), all.get(i)));
        }
      }
    } else {
      parts.put(type instanceof Row<?> row ? row.label() : label, text(type, value));
    }
  }

  private static String text(FieldType<?> type, Object value) {
    return switch (type) {
      case Flag _ -> value.equals(true) ? "on" : "off";
      case Whole<?> whole -> whole.text(((Number) value).longValue());
      case Choice<?> _, Text _ -> value.toString();
      case SetOf<?, ?> set -> ((List<?>) value).isEmpty() ? "none" : join(set.each(), value);
      case Row<?> row -> join(row.each(), value);
      case Entries<?, ?> _ -> value.toString();
      case Struct<?> struct -> struct((Map<?, ?>) value, struct);
    };
  }

  private static String join(FieldType<?> each, Object list) {
    return ((List<?>) list).stream().map(one -> text(each, one)).collect(Collectors.joining(","));
  }

  /** Fields that are not told are dashes. */
  private static String struct(Map<?, ?> plain, Struct<?> struct) {
    return struct
        .text(plain)
        .orElseGet(() ->
            struct.fields().stream()
                .map(field -> {
                  Object value = plain.get(field.name());
                  return value == null ? "-" : text(field.type(), value);
                })
                .collect(Collectors.joining(",")));
  }
}
