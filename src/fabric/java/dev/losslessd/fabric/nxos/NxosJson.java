package dev.losslessd.fabric.nxos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** NX-OS's structured output: every number is a string, and a single row is no array. */
final class NxosJson {
  private NxosJson() {}

  /** Returns a row from alternating names and values. */
  static Map<String, Object> row(Object... pairs) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int n = 0; n < pairs.length; n += 2) {
      Object value = pairs[n + 1];
      row.put(pairs[n].toString(), value instanceof Map ? value : value.toString());
    }
    return row;
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
