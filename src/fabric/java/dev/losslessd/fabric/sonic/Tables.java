package dev.losslessd.fabric.sonic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A database of SONiC: tables of rows of texts. A table without rows is none. */
final class Tables {
  private static final String LIST = "@";

  private final TreeMap<String, TreeMap<String, TreeMap<String, String>>> all = new TreeMap<>();

  /**
   * Returns the tables of a CONFIG_DB. A list is kept as redis has it: its parts with commas
   * between, in a field whose name ends with {@code @} (sonic-swss-common, configdb.cpp).
   */
  static Tables of(Object json) {
    Tables tables = new Tables();
    parts(json)
        .forEach((table, rows) ->
            parts(rows)
                .forEach((key, fields) -> {
                  Map<String, String> row = tables.row(table, key);
                  parts(fields).forEach((field, value) -> keep(row, field, value));
                }));
    return tables;
  }

  private static void keep(Map<String, String> row, String field, Object value) {
    if (value instanceof List<?> list) {
      row.put(field + LIST, String.join(",", list.stream().map(String::valueOf).toList()));
    } else {
      row.put(field, String.valueOf(value));
    }
  }

  private static Map<String, Object> parts(Object json) {
    if (!(json instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException("expected an object of JSON, found " + json);
    }
    Map<String, Object> parts = new TreeMap<>();
    map.forEach((name, value) -> parts.put(String.valueOf(name), value));
    return parts;
  }

  Tables copy() {
    Tables copy = new Tables();
    all.forEach(
        (table, rows) -> rows.forEach((key, fields) -> copy.row(table, key).putAll(fields)));
    return copy;
  }

  /** Returns the fields of a row, which is created if need be. */
  Map<String, String> row(String table, String key) {
    return all.computeIfAbsent(table, _ -> new TreeMap<>())
        .computeIfAbsent(key, _ -> new TreeMap<>());
  }

  boolean has(String table, String key) {
    return all.containsKey(table) && all.getOrDefault(table, new TreeMap<>()).containsKey(key);
  }

  boolean has(String table) {
    return all.containsKey(table);
  }

  Optional<String> get(String table, String key, String field) {
    return Optional.ofNullable(fields(table, key).get(field));
  }

  /** What the switch is, as its own row has it. */
  Optional<String> metadata(String field) {
    return get("DEVICE_METADATA", "localhost", field);
  }

  boolean hasDynamicBuffers() {
    return metadata("buffer_model").filter("dynamic"::equals).isPresent();
  }

  /** The fields of a row; none for one that is not there. */
  Map<String, String> fields(String table, String key) {
    return all.getOrDefault(table, new TreeMap<>()).getOrDefault(key, new TreeMap<>());
  }

  List<String> keys(String table) {
    return List.copyOf(all.getOrDefault(table, new TreeMap<>()).keySet());
  }

  List<String> names() {
    return List.copyOf(all.keySet());
  }

  void remove(String table, String key) {
    TreeMap<String, TreeMap<String, String>> rows = all.get(table);
    if (rows != null) {
      rows.remove(key);
      if (rows.isEmpty()) {
        all.remove(table);
      }
    }
  }

  void remove(String table) {
    all.remove(table);
  }

  /** Fields by several names and values. */
  void put(String table, String key, String... pairs) {
    Map<String, String> fields = row(table, key);
    for (int n = 0; n < pairs.length; n += 2) {
      fields.put(pairs[n], pairs[n + 1]);
    }
  }

  /** A line for each cell, and for each row that has none. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    all.forEach((table, rows) ->
        rows.forEach((key, fields) -> {
          if (fields.isEmpty()) {
            lines.add(table + "|" + key);
          }
          fields.forEach(
              (field, value) -> lines.add(table + "|" + key + " " + field + "=" + value));
        }));
    return lines;
  }

  /** All tables by name, as rows of texts and lists. */
  Map<String, ?> all() {
    Map<String, Map<String, Map<String, Object>>> tables = new TreeMap<>();
    all.forEach((table, rows) ->
        rows.forEach((key, fields) -> {
          Map<String, Object> row = new TreeMap<>();
          fields.forEach((field, text) -> put(row, field, text));
          tables.computeIfAbsent(table, _ -> new TreeMap<>()).put(key, row);
        }));
    return tables;
  }

  private static void put(Map<String, Object> row, String field, String text) {
    if (field.endsWith(LIST)) {
      String name = field.substring(0, field.length() - LIST.length());
      row.put(name, text.isEmpty() ? List.of() : List.of(text.split(",", -1)));
    } else {
      row.put(field, text);
    }
  }

  /** Text as {@code json.dumps(..., indent=4)} of Python writes it. */
  List<String> json() {
    return SonicJson.print(all());
  }
}
