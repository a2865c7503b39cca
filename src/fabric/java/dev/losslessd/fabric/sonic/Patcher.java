package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * {@code config apply-patch}: RFC 6902 on the tables, with the checks of generic_config_updater
 * before anything is in force.
 */
final class Patcher {
  private static final String FAILED = "Failed to apply patch due to: ";
  private static final List<String> WATCHDOG =
      List.of("restoration_time", "detection_time", "action");
  private static final List<String> MARKING =
      List.of("green_min_threshold", "green_max_threshold", "green_drop_probability");

  private final Tables target;
  private final Release release;
  private final Predicate<String> lies;

  private Patcher(Tables target, Release release, Predicate<String> lies) {
    this.target = target;
    this.release = release;
    this.lies = lies;
  }

  /** The operations of a patch. */
  static List<?> operations(String text) throws CliError {
    if (!(parse(text) instanceof List<?> operations)) {
      throw new CliError(2, FAILED + "Invalid JSON patch");
    }
    return operations;
  }

  static Map<?, ?> operation(Object one) throws CliError {
    if (!(one instanceof Map<?, ?> operation)) {
      throw new CliError(2, FAILED + "Invalid JSON patch operation");
    }
    return operation;
  }

  /**
   * @param lies whether a cell, as {@code TABLE field}, is to be left as it is in spite of all
   * @return the tables with the patch in them
   */
  static Tables apply(Tables now, List<?> operations, Release release, Predicate<String> lies)
      throws CliError {
    Patcher patcher = new Patcher(now.copy(), release, lies);
    for (Object one : operations) {
      patcher.one(operation(one));
    }
    Yang.check(patcher.target, release);
    return patcher.target;
  }

  private static Object parse(String text) throws CliError {
    try {
      return SonicJson.read(text);
    } catch (CliError e) {
      throw new CliError(2, FAILED + e.text());
    }
  }

  private void one(Map<?, ?> operation) throws CliError {
    String op = String.valueOf(operation.get("op"));
    String path = String.valueOf(operation.get("path"));
    Object value = Objects.requireNonNullElse(operation.get("value"), "");
    if (!path.startsWith("/") || !op.matches("add|remove|replace")) {
      throw new CliError(2, FAILED + "Wrong patch with empty path.");
    }
    List<String> parts =
        List.of(path.substring(1).split("/", -1)).stream()
            .map(part -> part.replace("~1", "/").replace("~0", "~"))
            .toList();
    permit(op, parts, value);
    boolean there = isThere(parts);
    if (!there && !op.equals("add")) {
      throw new CliError(
          2, FAILED + "can't " + op + " a non-existent object '" + parts.getLast() + "'");
    }
    if (parts.size() > 1 && !isThere(parts.subList(0, parts.size() - 1))) {
      throw new CliError(2, FAILED + "member '" + parts.get(parts.size() - 2) + "' not found");
    }
    if (op.equals("remove")) {
      remove(parts);
    } else {
      put(parts, value);
    }
  }

  private boolean isThere(List<String> parts) {
    return switch (parts.size()) {
      case 1 -> target.has(parts.getFirst());
      case 2 -> target.has(parts.get(0), parts.get(1));
      default -> target.get(parts.get(0), parts.get(1), parts.get(2)).isPresent();
    };
  }

  private void remove(List<String> parts) throws CliError {
    String table = parts.getFirst();
    switch (parts.size()) {
      case 1 -> target.remove(table);
      case 2 -> {
        if (target.keys(table).size() == 1) {
          throw new CliError(
              2,
              FAILED
                  + "localhost: given patch is not valid because it will result in empty tables"
                  + " which is not allowed in ConfigDb. Table: "
                  + table);
        }
        target.remove(table, parts.get(1));
      }
      default -> {
        if (!lies.test(table + " " + parts.get(2))) {
          target.row(table, parts.get(1)).remove(parts.get(2));
        }
      }
    }
  }

  private void put(List<String> parts, Object value) throws CliError {
    String table = parts.getFirst();
    switch (parts.size()) {
      case 1 -> {
        for (Map.Entry<?, ?> row : map(value).entrySet()) {
          put(List.of(table, String.valueOf(row.getKey())), row.getValue());
        }
      }
      case 2 -> {
        TreeMap<String, String> fields = new TreeMap<>();
        for (Map.Entry<?, ?> cell : map(value).entrySet()) {
          if (!lies.test(table + " " + cell.getKey())) {
            fields.put(String.valueOf(cell.getKey()), String.valueOf(cell.getValue()));
          }
        }
        target.remove(table, parts.get(1));
        target.row(table, parts.get(1)).putAll(fields);
      }
      default -> {
        if (!lies.test(table + " " + parts.get(2))) {
          target.row(table, parts.get(1)).put(parts.get(2), String.valueOf(value));
        }
      }
    }
  }

  private static Map<?, ?> map(Object value) throws CliError {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new CliError(2, FAILED + "'" + value + "' is not of type object");
  }

  /** gcu_field_operation_validators.conf.json: what of some tables a patch may touch at all. */
  private void permit(String op, List<String> parts, Object value) throws CliError {
    boolean permitted =
        switch (parts.getFirst()) {
          case "WRED_PROFILE" ->
              release.takesMarking()
                  || (op.equals("replace")
                      && parts.size() == 3
                      && parts.get(1).equals("AZURE_LOSSLESS")
                      && MARKING.contains(parts.get(2)));
          case "PFC_WD" ->
              parts.size() == 3
                  ? WATCHDOG.contains(parts.get(2))
                  : !(value instanceof Map<?, ?> map) || WATCHDOG.containsAll(map.keySet());
          case "BUFFER_POOL" ->
              op.equals("replace") && parts.size() == 3 && parts.get(2).matches("size|xoff");
          case "BUFFER_PROFILE" ->
              op.equals("replace") && parts.size() == 3 && parts.get(2).matches("dynamic_th|xoff");
          default -> true;
        };
    if (!permitted) {
      throw new CliError(
          2,
          FAILED
              + "Modification of "
              + parts.getFirst()
              + " table is illegal- validating function generic_config_updater"
              + ".field_operation_validators.rdma_config_update_validator returned False");
    }
  }
}
