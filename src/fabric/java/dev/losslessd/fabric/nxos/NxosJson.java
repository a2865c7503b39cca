package dev.losslessd.fabric.nxos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** NX-OS's structured output: every number is a string, and a single row is no array. */
final class NxosJson {
  private NxosJson() {}

  /** A row; its members stay in the order in which they are added. */
  static final class Row extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1L;

    Row with(String name, Object value) {
      put(name, value instanceof Map ? value : value.toString());
      return this;
    }
  }

  static Row row(String name, Object value) {
    return new Row().with(name, value);
  }

  /** {@code TABLE_name} with its {@code ROW_name}; no rows, no table. */
  static Map<String, Object> table(String name, List<Map<String, Object>> rows) {
    Map<String, Object> all = new LinkedHashMap<>();
    addTable(all, name, rows);
    return all;
  }

  /** As commands print that ask each line card. */
  static Map<String, Object> module(Map<String, Object> tables) {
    return table("module", List.of(tables));
  }

  static void addTable(Map<String, Object> to, String name, List<Map<String, Object>> rows) {
    if (!rows.isEmpty()) {
      Object content = rows.size() == 1 ? rows.getFirst() : rows;
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("ROW_" + name, content);
      to.put("TABLE_" + name, row);
    }
  }
}
