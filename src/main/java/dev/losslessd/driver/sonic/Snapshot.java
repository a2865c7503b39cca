package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Shown;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * CONFIG_DB as it was at one time.
 *
 * @param databases by namespace, which is {@code ""} on a switch of one ASIC
 */
record Snapshot(SortedMap<String, ConfigDb> databases) {
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
    return databases.values().stream()
        .filter(db -> isPort(port) && db.has(new Row(Tables.PORT, port)))
        .findFirst()
        .orElseThrow(() ->
            new DeviceException(
                DeviceException.Kind.GONE, Shown.of(port) + ": no such port in CONFIG_DB"));
  }

  /** The only database; empty on a switch of several ASICs. */
  Optional<ConfigDb> only() {
    return databases.size() == 1
        ? Optional.of(databases.firstEntry().getValue())
        : Optional.empty();
  }

  /** The first, for what all have alike. */
  ConfigDb first() {
    return databases.firstEntry().getValue();
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
