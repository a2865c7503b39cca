package dev.losslessd.driver.sonic;

import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The rows of CONFIG_DB that this driver understands. What was read is never changed: a change
 * begins with a {@link #copy}.
 */
final class ConfigDb {
  /** All values are texts, as in the database itself. */
  private final SortedMap<Row, SortedMap<String, String>> rows = new TreeMap<>();

  /** Rows whose key begins with the names of several ports. */
  private final SortedSet<Row> lists = new TreeSet<>();

  ConfigDb copy() {
    ConfigDb copy = new ConfigDb();
    rows.forEach((row, fields) -> copy.rows.put(row, new TreeMap<>(fields)));
    copy.lists.addAll(lists);
    return copy;
  }

  boolean has(Row row) {
    return rows.containsKey(row);
  }

  boolean has(String table) {
    return !keys(table).isEmpty();
  }

  /** The fields of a row; none for a row that is not there. */
  Map<String, String> fields(Row row) {
    return Map.copyOf(rows.getOrDefault(row, new TreeMap<>()));
  }

  Optional<String> get(Row row, String field) {
    return Optional.ofNullable(rows.getOrDefault(row, new TreeMap<>()).get(field));
  }

  Optional<String> get(String table, String key, String field) {
    return get(new Row(table, key), field);
  }

  boolean is(String table, String key, String field, String value) {
    return get(table, key, field).filter(value::equals).isPresent();
  }

  /**
   * Returns the text of a cell in the one form that it has.
   *
   * @param otherwise what stands for a cell that is not there
   * @param form regular expression of the whole text
   * @throws DeviceException GARBLED for another text
   */
  String get(Row row, String field, String otherwise, String form, String expected) {
    String text = get(row, field).orElse(otherwise);
    if (!Pattern.matches(form, text)) {
      throw row.garbled(field, text, expected);
    }
    return text;
  }

  /** Keys of a table, sorted as text. */
  List<String> keys(String table) {
    return rows(table).map(Row::key).toList();
  }

  Stream<Row> rows(String table) {
    return rows(table, "");
  }

  /**
   * Rows of a table whose key has this beginning: a switch of 512 ports has thousands of others.
   */
  Stream<Row> rows(String table, String start) {
    return rows.tailMap(new Row(table, start)).keySet().stream()
        .takeWhile(row -> row.table().equals(table) && row.key().startsWith(start));
  }

  /** Rows of a table that hold for several ports each. */
  Stream<Row> lists(String table) {
    return lists.stream().filter(row -> row.table().equals(table));
  }

  Stream<Row> rows() {
    return rows.keySet().stream();
  }

  /** A row, with no fields if it was not there. */
  void add(Row row) {
    reach(row);
  }

  /** Makes a row what it is in another state. */
  void take(Row row, ConfigDb from) {
    remove(row);
    if (from.has(row)) {
      reach(row).putAll(from.fields(row));
    }
  }

  /** Rows that are not the same in another state, or that only one of the two has. */
  Stream<Row> changed(ConfigDb other) {
    return Stream.concat(rows(), other.rows().filter(row -> !has(row)))
        .filter(row -> has(row) != other.has(row) || !fields(row).equals(other.fields(row)));
  }

  void set(Row row, String field, String value) {
    reach(row).put(field, value);
  }

  private SortedMap<String, String> reach(Row row) {
    if (row.key().indexOf(',') > 0) {
      lists.add(row);
    }
    return rows.computeIfAbsent(row, _ -> new TreeMap<>());
  }

  void unset(Row row, String field) {
    Optional.ofNullable(rows.get(row)).ifPresent(fields -> fields.remove(field));
  }

  /** Takes a field away, and the row with its last one. */
  void unsetWithRow(Row row, String field) {
    unset(row, field);
    if (fields(row).isEmpty()) {
      remove(row);
    }
  }

  void remove(Row row) {
    rows.remove(row);
    lists.remove(row);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ConfigDb db && db.rows.equals(rows);
  }

  @Override
  public int hashCode() {
    return rows.hashCode();
  }
}
