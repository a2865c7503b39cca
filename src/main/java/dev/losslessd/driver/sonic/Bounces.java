package dev.losslessd.driver.sonic;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Ports that a patch takes down: rows of a port in some tables change only while it is shut, so
 * that the switch shuts it, writes them and opens it again (sonic-utilities,
 * generic_config_updater/patch_sorter.py, RequiredValueIdentifier).
 */
final class Bounces {
  private static final List<String> CRITICAL =
      List.of(Tables.BUFFER_PG, Tables.PORT_QOS_MAP, Tables.QUEUE);

  private Bounces() {}

  /** Whether a port is administratively up; down is the default (sonic-port.yang). */
  static boolean isUp(ConfigDb db, String port) {
    return db.get(Tables.PORT, port, "admin_status").filter("up"::equals).isPresent();
  }

  /** Ports that are up, and whose rows differ between the states of each namespace. */
  static Set<String> ports(SortedMap<String, ConfigDb> from, SortedMap<String, ConfigDb> to) {
    Set<String> ports = new TreeSet<>();
    to.forEach((name, next) -> {
      ConfigDb before = from.getOrDefault(name, new ConfigDb());
      for (String table : CRITICAL) {
        Set<Row> rows = new TreeSet<>(before.rows(table).toList());
        rows.addAll(next.rows(table).toList());
        rows.stream()
            .filter(row -> differs(row, before, next))
            .map(row -> row.key().split("\\|", 2)[0])
            .filter(port -> isUp(before, port))
            .forEach(ports::add);
      }
    });
    return ports;
  }

  private static boolean differs(Row row, ConfigDb one, ConfigDb other) {
    return one.has(row) != other.has(row) || !one.fields(row).equals(other.fields(row));
  }
}
