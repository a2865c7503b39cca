package dev.losslessd.driver.sonic;

import dev.losslessd.model.Priority;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Part of CONFIG_DB that belongs to one setting.
 *
 * @param fields of rows that other settings have fields in, too
 * @param whole rows that are this setting's altogether
 */
record Owned(SortedMap<Row, List<String>> fields, Predicate<Row> whole) {
  static final Owned NOTHING = new Owned(new TreeMap<>(), _ -> false);

  static Owned fields(Row row, String... fields) {
    return NOTHING.and(row, fields);
  }

  /** Adds a field of each queue of a port. */
  Owned andQueues(String port, String field) {
    Owned owned = this;
    for (int n = 0; n < Priority.COUNT; n++) {
      owned = owned.and(new Row(Tables.QUEUE, port + "|" + n), field);
    }
    return owned;
  }

  private Owned and(Row row, String... names) {
    SortedMap<Row, List<String>> more = new TreeMap<>(fields);
    more.put(row, List.of(names));
    return new Owned(more, whole);
  }

  Owned andWhole(Predicate<Row> rows) {
    return new Owned(fields, rows);
  }

  boolean has(Row row, String field) {
    return whole.test(row) || fields.getOrDefault(row, List.of()).contains(field);
  }

  boolean touches(Row row) {
    return whole.test(row) || fields.containsKey(row);
  }
}
