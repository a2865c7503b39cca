package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Sanitized;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * CONFIG_DB as it was at one time.
 *
 * @param databases by namespace, which is {@code ""} on a switch of one ASIC
 */
record SonicSnapshot(SortedMap<String, ConfigDb> databases) {
  /** No backplane, inband or recycle ports. */
  private static final Pattern PORT = Pattern.compile("Ethernet\\d{1,4}");

  static boolean isPort(String name) {
    return PORT.matcher(name).matches();
  }

  /** Front panel ports, in the order of their numbers. */
  List<String> ports() {
    return databases.values().stream()
        .flatMap(db -> db.rows(Tables.PORT).filter(row -> isFront(db, row)))
        .map(Row::key)
        .distinct()
        .sorted(Comparator.comparingInt(name -> Integer.parseInt(name.substring(8))))
        .toList();
  }

  /** Names of front panel ports by alias. */
  Map<String, String> aliases() {
    Map<String, String> all = new TreeMap<>();
    databases
        .values()
        .forEach(db ->
            db.rows(Tables.PORT)
                .filter(row -> isFront(db, row))
                .forEach(row ->
                    db.get(row, "alias").ifPresent(alias -> all.putIfAbsent(alias, row.key()))));
    return Map.copyOf(all);
  }

  /** The role of a port is Ext where nothing is said (sonic-port.yang). */
  private static boolean isFront(ConfigDb db, Row row) {
    return isPort(row.key()) && db.get(row, "role").orElse("Ext").matches("Ext|Dpc");
  }

  /** The database that a port is configured in. */
  ConfigDb of(String port) {
    return home(port).getValue();
  }

  /** Returns the database that a port is configured in, with its namespace. */
  Map.Entry<String, ConfigDb> home(String port) {
    return databases.entrySet().stream()
        .filter(one -> isPort(port) && one.getValue().has(new Row(Tables.PORT, port)))
        .findFirst()
        .orElseThrow(
            () -> DeviceException.gone(Sanitized.of(port) + ": no such port in CONFIG_DB"));
  }

  /**
   * The databases with ports on the front, which have what the whole switch has, each its own. A
   * backend ASIC classifies nothing that comes from a cable, and is left alone.
   */
  SortedMap<String, ConfigDb> fronts() {
    SortedMap<String, ConfigDb> fronts = new TreeMap<>();
    databases.forEach((name, db) -> {
      if (databases.size() == 1 || db.rows(Tables.PORT).anyMatch(row -> isFront(db, row))) {
        fronts.put(name, db);
      }
    });
    return fronts;
  }

  /**
   * Returns the value that all ASICs with front panel ports have alike.
   *
   * @throws DeviceException UNSUPPORTED where two differ: one value could not say both
   */
  <T> T alike(String what, Function<ConfigDb, T> part) {
    Map.Entry<String, T> first = null;
    for (Map.Entry<String, ConfigDb> one : fronts().entrySet()) {
      T value = part.apply(one.getValue());
      if (first != null && !first.getValue().equals(value)) {
        throw DeviceException.unsupported(
            what
                + " of "
                + first.getKey()
                + " is not that of "
                + one.getKey()
                + ": make them alike by hand first");
      }
      first = first == null ? Map.entry(one.getKey(), value) : first;
    }
    return Objects.requireNonNull(first).getValue();
  }

  /** Whether the counters of a kind are polled from the ASIC at all. */
  static boolean isPolled(ConfigDb db, String group) {
    return db.get(Tables.FLEX_COUNTER, group, "FLEX_COUNTER_STATUS")
        .filter("enable"::equals)
        .isPresent();
  }

  /** Namespaces and their databases. */
  List<Map.Entry<String, ConfigDb>> all() {
    return List.copyOf(databases.entrySet());
  }
}
