package dev.losslessd.fabric.sonic;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Rows that change only while their port is shut (sonic-utilities,
 * generic_config_updater/patch_sorter.py, RequiredValueIdentifier).
 */
final class Critical {
  private static final List<String> TABLES =
      List.of(
          "BUFFER_PG",
          "BUFFER_PORT_EGRESS_PROFILE_LIST",
          "BUFFER_PORT_INGRESS_PROFILE_LIST",
          "BUFFER_QUEUE",
          "PORT_QOS_MAP",
          "QUEUE");

  private Critical() {}

  /** Ports whose rows differ. */
  static Set<String> ports(Tables one, Tables other) {
    Set<String> ports = new LinkedHashSet<>();
    for (String table : TABLES) {
      Set<String> keys = new TreeSet<>(one.keys(table));
      keys.addAll(other.keys(table));
      for (String key : keys) {
        boolean same =
            one.has(table, key) == other.has(table, key)
                && one.fields(table, key).equals(other.fields(table, key));
        if (!same) {
          ports.add(key.split("\\|", 2)[0]);
        }
      }
    }
    return ports;
  }

  /** Whether a port is up or down; null where there is none. */
  static @Nullable String admin(Tables db, String port) {
    return db.has("PORT", port) ? db.get("PORT", port, "admin_status").orElse("down") : null;
  }
}
