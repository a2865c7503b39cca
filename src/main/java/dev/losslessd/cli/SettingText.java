package dev.losslessd.cli;

import dev.losslessd.model.Field;
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
import dev.losslessd.model.SettingShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Values of settings as people read them; a shape that is not known is shown as JSON. */
final class SettingText {
  /** The label of a value that has only one part. */
  private static final String WHOLE = "";

  private SettingText() {}

  /** {@code 3}, {@code 26=3 48=6}; a dash where there is no value. */
  static String text(String word, JsonValue value) {
    if (value.isNothing()) {
      return "-";
    }
    Map<String, String> parts = parts(word, value);
    return parts.isEmpty()
        ? "none"
        : parts.entrySet().stream()
            .map(e -> e.getKey().equals(WHOLE) ? e.getValue() : e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(" "));
  }

  /** One part that differs. */
  record Difference(String label, String before, String after) {
    String text() {
      return prefix() + before + " -> " + after;
    }

    String prefix() {
      return label.equals(WHOLE) ? "" : label + ": ";
    }
  }

  /** Only what differs: of nineteen DCQCN parameters the one that changes. */
  static List<Difference> differences(String word, JsonValue before, JsonValue after) {
    Map<String, String> was = parts(word, before);
    Map<String, String> is = parts(word, after);
    Set<String> labels = new LinkedHashSet<>(is.keySet());
    labels.addAll(was.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String label : labels) {
      String from = was.getOrDefault(label, "-");
      String to = is.getOrDefault(label, "-");
      if (!from.equals(to)) {
        differences.add(new Difference(label, from, to));
      }
    }
    return differences.isEmpty()
        ? List.of(new Difference(WHOLE, text(word, before), text(word, after)))
        : differences;
  }

  /** Where only some entries are wanted, the others are no difference. */
  static List<Difference> unmet(String word, JsonValue wanted, JsonValue observed) {
    Set<String> asked = parts(word, wanted).keySet();
    List<Difference> unmet =
        differences(word, observed, wanted).stream()
            .filter(difference -> asked.contains(difference.label()))
            .toList();
    return unmet.isEmpty()
        ? List.of(new Difference(WHOLE, text(word, observed), text(word, wanted)))
        : unmet;
  }

  private static Map<String, String> parts(String word, JsonValue value) {
    Object raw = value.raw();
    if (raw == null) {
      return Map.of();
    }
    return SettingKind.ofWord(word)
        .map(SettingKind::shape)
        .flatMap(shape -> shape.find(raw).map(setting -> parts(shape, setting, (Map<?, ?>) raw)))
        .orElseGet(() -> Map.of(WHOLE, value.isObject() ? Json.compact(value) : value.shown()));
  }

  /** In the order of the document. */
  private static Map<String, String> parts(
      SettingShape<?> shape, Setting setting, Map<?, ?> document) {
    for (var named : shape.named().entrySet()) {
      if (named.getValue().equals(setting)) {
        return Map.of(WHOLE, named.getKey());
      }
    }
    Map<String, String> parts = new LinkedHashMap<>();
    List<? extends Field<?, ?>> fields = shape.struct().fields();
    Field<?, ?> bare = shape.struct().leads() ? fields.getFirst() : null;
    document.forEach((name, value) ->
        fields.stream()
            .filter(field -> field.name().equals(name))
            .forEach(field ->
                put(parts, field.equals(bare) ? WHOLE : field.name(), field.type(), value)));
    return parts;
  }

  private static void put(
      Map<String, String> parts, String label, FieldType<?> type, Object value) {
    if (type instanceof Entries<?, ?> entries) {
      ((Map<?, ?>) value)
          .forEach(
              (name, one) -> parts.put(Shown.text(name.toString()), text(entries.each(), one)));
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
      case Choice<?> _, Text _ -> Shown.text(value.toString());
      case SetOf<?, ?> set -> ((List<?>) value).isEmpty() ? "none" : join(set.each(), value);
      case Row<?> row -> join(row.each(), value);
      case Entries<?, ?> _ -> Json.compact(JsonValue.of(value));
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
