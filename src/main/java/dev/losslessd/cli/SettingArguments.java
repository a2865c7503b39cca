package dev.losslessd.cli;

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
import dev.losslessd.model.FieldType.Unit;
import dev.losslessd.model.FieldType.Whole;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingShape;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The words after {@code set PORT SETTING} as the JSON value of that setting, by the types of its
 * fields. Whether a device can take the value is the daemon's to say.
 */
final class SettingArguments {
  private static final Pattern NUMBER = Pattern.compile("(\\d{1,10})([A-Za-z]*)");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,10})-(\\d{1,10})");

  private SettingArguments() {}

  /**
   * @throws CliException for words that are no such value, with an example of one
   */
  static JsonValue parse(SettingKind kind, List<String> words) {
    SettingShape<?> shape = kind.shape();
    try {
      Setting named = words.size() == 1 ? shape.named().get(words.getFirst()) : null;
      Setting setting = named == null ? shape.value(fields(shape, words)) : named;
      return JsonValue.of(shape.plain(setting));
    } catch (IllegalArgumentException e) {
      throw new CliException(
          ExitCode.USAGE, kind.word() + ": " + e.getMessage() + "; e.g. " + shape.example(), e);
    }
  }

  private static Map<String, Object> fields(SettingShape<?> shape, List<String> words) {
    List<? extends Field<?, ?>> fields = shape.struct().fields();
    Map<String, Object> plain = new LinkedHashMap<>();
    List<String> named = words;
    if (shape.struct().leads()) {
      Field<?, ?> first = fields.getFirst();
      if (first.type() instanceof Entries<?, ?> entries) {
        return Map.of(first.name(), entries(entries, pairs(shape, words)));
      }
      if (!(first.type() instanceof Row<?>)) {
        int own = fields.size() == 1 ? words.size() : 1;
        String word = oneWord(first.type(), words.subList(0, own));
        plain.put(first.name(), value(first.type(), first.name(), word));
        fields = fields.subList(1, fields.size());
        named = words.subList(own, words.size());
      }
    }
    Map<String, String> rest =
        named.equals(List.of("none")) ? new LinkedHashMap<>() : pairs(shape, named);
    for (Field<?, ?> field : fields) {
      take(field, rest).ifPresent(value -> plain.put(field.name(), value));
    }
    if (!rest.isEmpty()) {
      throw unknown(rest.keySet().iterator().next(), fields);
    }
    return plain;
  }

  /** Numbers of a list may stand apart. */
  private static String oneWord(FieldType<?> type, List<String> words) {
    boolean numbers = type instanceof SetOf<?, ?> set && set.each() instanceof Whole<?>;
    if (words.size() != 1 && !numbers) {
      throw new IllegalArgumentException("'" + String.join(" ", words) + "': expected one word");
    }
    return String.join(",", words);
  }

  private static Map<String, String> pairs(SettingShape<?> shape, List<String> words) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        String named = String.join(", ", shape.named().keySet());
        throw new IllegalArgumentException(
            "'%s': expected %sNAME=VALUE"
                .formatted(word, named.isEmpty() ? "" : "one of " + named + " or "));
      }
      String name = word.substring(0, equals);
      if (pairs.putIfAbsent(name, word.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("'" + name + "' is given twice");
      }
    }
    return pairs;
  }

  private static Optional<Object> take(Field<?, ?> field, Map<String, String> rest) {
    if (field.type() instanceof Row<?> row && row.label().isEmpty()) {
      return Optional.of(
          IntStream.range(0, Row.SIZE).mapToObj(i -> single(row, row.single() + i, rest)).toList());
    }
    String name = label(field);
    String text = rest.remove(name);
    if (text == null && field.presence() != Presence.OPTIONAL) {
      throw missing(name);
    }
    return Optional.ofNullable(text).map(some -> value(field.type(), name, some));
  }

  private static Object single(Row<?> row, String name, Map<String, String> rest) {
    String text = rest.remove(name);
    if (text == null && !row.sparse()) {
      throw missing(name);
    }
    return text == null ? 0L : value(row.each(), name, text);
  }

  private static String label(Field<?, ?> field) {
    return field.type() instanceof Row<?> row
        ? row.label().isEmpty() ? row.single() + "0 to " + row.single() + "7" : row.label()
        : field.name();
  }

  private static IllegalArgumentException missing(String name) {
    return new IllegalArgumentException("'" + name + "=' is missing: the value is whole or not");
  }

  private static IllegalArgumentException unknown(String name, List<? extends Field<?, ?>> fields) {
    return new IllegalArgumentException(
        fields.stream()
            .map(Field::name)
            .filter(known -> known.startsWith(name))
            .findFirst()
            .map(known -> "'" + name + "' has a unit: write " + known)
            .orElseGet(() ->
                "'"
                    + name
                    + "' is unknown: expected "
                    + fields.stream()
                        .map(SettingArguments::label)
                        .collect(Collectors.joining(", "))));
  }

  private static Object value(FieldType<?> type, String name, String text) {
    return switch (type) {
      case Flag _ -> choice(List.of("on", "off"), text).equals("on");
      case Choice<?> choice -> choice(choice.words(), text);
      case Text _ -> text;
      case Whole<?> whole -> number(whole, name, text);
      case SetOf<?, ?> set -> set(set, text);
      case Row<?> row -> row(row, name, text);
      case Struct<?> struct -> struct.parse(text).orElseGet(() -> struct(struct, text));
      case Entries<?, ?> _ -> throw new IllegalArgumentException("'" + text + "' within a value");
    };
  }

  private static String choice(List<String> words, String text) {
    if (!words.contains(text)) {
      throw new IllegalArgumentException(
          "'" + text + "': expected one of " + String.join(", ", words));
    }
    return text;
  }

  private static List<Object> set(SetOf<?, ?> set, String text) {
    if (text.equals("none") || (text.equals("off") && set.each() instanceof Whole<?>)) {
      return List.of();
    }
    List<String> words = List.of(text.split(",", -1));
    if (words.contains("none")) {
      throw new IllegalArgumentException("'none' together with other values");
    }
    if (words.size() > set.most()
        || (set.each() instanceof Whole<?> && !Pattern.matches("[\\d,]+", text))) {
      throw new IllegalArgumentException(
          "'%s': expected %s or none"
              .formatted(text, set.most() > 1 ? "a list like 0,3" : "one number"));
    }
    String noun = set.each() instanceof Whole<?> whole ? whole.noun() : "";
    return words.stream().map(word -> value(set.each(), noun, word)).toList();
  }

  private static List<Object> row(Row<?> row, String name, String text) {
    List<String> words = List.of(text.split(",", -1));
    if (words.size() != Row.SIZE) {
      throw new IllegalArgumentException(
          name + " has " + words.size() + " numbers, expected " + Row.SIZE);
    }
    return words.stream().map(word -> value(row.each(), name, word)).toList();
  }

  private static Map<String, Object> struct(Struct<?> struct, String text) {
    List<String> words = List.of(text.split(",", -1));
    List<? extends Field<?, ?>> fields = struct.fields();
    if (words.size() != fields.size()) {
      throw new IllegalArgumentException(
          "'%s': expected %s"
              .formatted(text, fields.stream().map(Field::name).collect(Collectors.joining(","))));
    }
    Map<String, Object> plain = new LinkedHashMap<>();
    for (int i = 0; i < words.size(); i++) {
      Field<?, ?> field = fields.get(i);
      plain.put(field.name(), value(field.type(), field.name(), words.get(i)));
    }
    return plain;
  }

  private static Map<String, Object> entries(Entries<?, ?> entries, Map<String, String> pairs) {
    Map<String, Object> plain = new LinkedHashMap<>();
    String noun = entries.key() instanceof Whole<?> whole ? whole.noun() : "";
    String valueNoun = entries.each() instanceof Whole<?> whole ? whole.noun() : "";
    pairs.forEach((name, text) -> {
      for (Object key : keys(entries.key(), noun, name)) {
        if (plain.put(key.toString(), value(entries.each(), valueNoun, text)) != null) {
          throw new IllegalArgumentException(noun + " " + key + " is given twice");
        }
      }
    });
    return plain;
  }

  /** One key, or a range of numbers such as {@code 24-31}. */
  private static List<Object> keys(FieldType<?> type, String noun, String name) {
    Matcher range = RANGE.matcher(name);
    if (!(type instanceof Whole<?> whole) || !range.matches()) {
      return List.of(value(type, noun, name));
    }
    long first = number(whole, noun, range.group(1));
    long last = number(whole, noun, range.group(2));
    if (first > last) {
      throw new IllegalArgumentException("'" + name + "': expected a range like 24-31");
    }
    return LongStream.rangeClosed(first, last).<Object>mapToObj(Long::valueOf).toList();
  }

  private static long number(Whole<?> whole, String name, String text) {
    Map<String, Long> units =
        whole.units().isEmpty()
            ? Map.of("", 1L)
            : whole.units().stream().collect(Collectors.toMap(Unit::suffix, Unit::factor));
    Matcher number = NUMBER.matcher(text);
    if (!number.matches() || !units.containsKey(number.group(2))) {
      throw new IllegalArgumentException(
          name
              + " '"
              + text
              + "': expected a "
              + (whole.units().isEmpty()
                  ? "whole number"
                  : whole.noun()
                      + " like "
                      + whole.units().stream()
                          .map(unit -> "40" + unit.suffix())
                          .collect(Collectors.joining(" or "))));
    }
    long value = Long.parseLong(number.group(1)) * units.getOrDefault(number.group(2), 1L);
    if (value < whole.min() || value > whole.max()) {
      throw new IllegalArgumentException(
          "%s '%s' is %s, outside %s..%s%s"
              .formatted(
                  name,
                  text,
                  value < whole.min() ? "too small" : "too large",
                  whole.min(),
                  whole.max(),
                  whole.units().isEmpty() ? "" : whole.units().getLast().suffix()));
    }
    return value;
  }
}
