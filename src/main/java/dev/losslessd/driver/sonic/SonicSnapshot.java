package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Target;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * CONFIG_DB as it was at one time.
 *
 * @param databases by namespace, which is {@code ""} on a switch of one ASIC
 */
record SonicSnapshot(SortedMap<String, ConfigDb> databases) {
  /**
   * No backplane, inband or recycle ports. YANG allows any name (sonic-port.yang); those with other
   * characters than a {@link dev.losslessd.model.PortId} has are left out.
   */
  private static final Pattern PORT =
      Pattern.compile("Ethernet(\\d{1,4})([A-Za-z0-9._/:@-]{0,50})");

  static boolean isPort(String name) {
    return PORT.matcher(name).matches();
  }

  /** Whether rows of a port are written. Others are read. */
  static boolean isWritten(String port) {
    Matcher m = PORT.matcher(port);
    return m.matches() && m.group(2).isEmpty();
  }

  private static int number(String port) {
    Matcher m = PORT.matcher(port);
    return m.matches() ? Integer.parseInt(m.group(1)) : 0;
  }

  /** Front panel ports, in the order of their numbers. */
  List<String> ports() {
    return databases.values().stream()
        .flatMap(SonicSnapshot::frontPorts)
        .map(Row::key)
        .distinct()
        .sorted(Comparator.comparingInt(SonicSnapshot::number).thenComparing(name -> name))
        .toList();
  }

  /** Names of front panel ports by alias. */
  Map<String, String> aliases() {
    Map<String, String> all = new TreeMap<>();
    for (ConfigDb db : databases.values()) {
      frontPorts(db)
          .forEach(
              row -> db.get(row, "alias").ifPresent(alias -> all.putIfAbsent(alias, row.key())));
    }
    return Map.copyOf(all);
  }

  /** The role of a port is Ext where nothing is said (sonic-port.yang). */
  private static Stream<Row> frontPorts(ConfigDb db) {
    return db.rows(Tables.PORT)
        .filter(row -> isPort(row.key()))
        .filter(row -> Pattern.matches("Ext|Dpc", db.get(row, "role").orElse("Ext")));
  }

  /** Returns a copy with each database changed. */
  SonicSnapshot after(Consumer<ConfigDb> change) {
    SortedMap<String, ConfigDb> copies = new TreeMap<>();
    databases.forEach((name, db) -> copies.put(name, db.copy()));
    copies.values().forEach(change);
    return new SonicSnapshot(copies);
  }

  /** Returns the database of a namespace that there is. */
  ConfigDb in(String namespace) {
    return Objects.requireNonNull(databases.get(namespace), namespace);
  }

  /** The databases that say something of a target. */
  SonicSnapshot concerned(Target target) {
    return switch (target) {
      case Target.Device _ -> new SonicSnapshot(fronts());
      case Target.Port port -> {
        Map.Entry<String, ConfigDb> home = home(port.id().name());
        yield new SonicSnapshot(new TreeMap<>(Map.of(home.getKey(), home.getValue())));
      }
    };
  }

  /** The database that a port is configured in. */
  ConfigDb of(String port) {
    return home(port).getValue();
  }

  private Map.Entry<String, ConfigDb> home(String port) {
    return databases.entrySet().stream()
        .filter(one -> has(one.getValue(), port))
        .findFirst()
        .orElseThrow(
            () -> DeviceException.gone(PrintableText.brief(port) + ": no such port in CONFIG_DB"));
  }

  /** Whether a port is configured in a database. */
  static boolean has(ConfigDb db, String port) {
    return isPort(port) && db.has(new Row(Tables.PORT, port));
  }

  /**
   * The databases with ports on the front, which have what the whole switch has, each its own. A
   * backend ASIC classifies nothing that comes from a cable, and is left alone.
   */
  SortedMap<String, ConfigDb> fronts() {
    SortedMap<String, ConfigDb> fronts = new TreeMap<>();
    databases.forEach((name, db) -> {
      if (databases.size() == 1 || frontPorts(db).findAny().isPresent()) {
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
    Map<T, String> namespaces = new LinkedHashMap<>();
    fronts().forEach((name, db) -> namespaces.putIfAbsent(part.apply(db), name));
    if (namespaces.size() > 1) {
      List<String> names = List.copyOf(namespaces.values());
      throw DeviceException.unsupported(
          "%s of %s is not that of %s: make them alike by hand first"
              .formatted(what, names.getFirst(), names.get(1)));
    }
    return namespaces.keySet().iterator().next();
  }

  /** Whether the counters of a kind are polled from the ASIC at all. */
  static boolean isPolled(ConfigDb db, String group) {
    return db.is(Tables.FLEX_COUNTER, group, "FLEX_COUNTER_STATUS", "enable");
  }
}
