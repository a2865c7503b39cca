package dev.losslessd.driver.sonic;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Part of CONFIG_DB that belongs to one knob.
 *
 * @param fields of rows that other knobs have fields in, too
 * @param whole rows that are this knob's altogether
 */
record Owned(SortedMap<Row, List<String>> fields, Predicate<Row> whole) {
  static Owned fields(Row row, String... fields) {
    return new Owned(new TreeMap<>(), _ -> false).and(row, fields);
  }

  Owned and(Row row, String... names) {
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
