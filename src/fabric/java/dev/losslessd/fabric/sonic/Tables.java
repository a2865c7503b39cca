package dev.losslessd.fabric.sonic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A database of SONiC: tables of rows of texts. A table without rows is none. */
final class Tables {
  private final TreeMap<String, TreeMap<String, TreeMap<String, String>>> all = new TreeMap<>();

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

  /** All tables by name, as rows of fields. */
  Map<String, ?> all() {
    return all;
  }

  /** Text as {@code json.dumps(..., indent=4)} of Python writes it. */
  String json() {
    return SonicJson.print(all);
  }
}
