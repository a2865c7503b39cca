package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Constraints of SONiC's YANG models on the tables that carry QoS. */
final class Yang {
  /** Pattern of tc_type in sonic-types.yang: 0 to 15. */
  private static final String TRAFFIC_CLASS = "\\d|1[0-5]";

  private static final String NAME = "[a-zA-Z0-9]{1}[-a-zA-Z0-9_]{0,31}";

  private final Tables db;
  private final String priorities;

  private Yang(Tables db, Release release) {
    this.db = db;
    this.priorities = release.priorities();
  }

  /**
   * @throws CliError as {@code config apply-patch} says it
   */
  static void check(Tables db, Release release) throws CliError {
    Optional<String> wrong = wrong(db, release);
    if (wrong.isPresent()) {
      throw new CliError(
          2,
          "Failed to apply patch due to: Given patch will produce invalid config. Error: Data"
              + " Loading Failed\n"
              + wrong.get());
    }
  }

  /** Returns the violations of a release's models in a database; empty if it is valid. */
  static Optional<String> wrong(Tables db, Release release) {
    return new Yang(db, release).wrong();
  }

  private Optional<String> wrong() {
    StringBuilder text = new StringBuilder();
    BiConsumer<String, String> no = (where, why) -> text.append(where).append(": ").append(why);
    for (String key : db.keys("PORT_QOS_MAP")) {
      Map<String, String> row = db.fields("PORT_QOS_MAP", key);
      if (!key.equals("global") && !db.has("PORT", key)) {
        no.accept("PORT_QOS_MAP|" + key, "Leafref \"PORT\" of value \"" + key + "\"");
      }
      leafref("PORT_QOS_MAP|" + key, row, "dscp_to_tc_map", "DSCP_TO_TC_MAP", no);
      leafref("PORT_QOS_MAP|" + key, row, "tc_to_queue_map", "TC_TO_QUEUE_MAP", no);
      leafref("PORT_QOS_MAP|" + key, row, "tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP", no);
      pattern("PORT_QOS_MAP|" + key, row, "pfc_enable", priorities, no);
      pattern("PORT_QOS_MAP|" + key, row, "pfcwd_sw_enable", priorities, no);
    }
    for (String key : db.keys("QUEUE")) {
      Map<String, String> row = db.fields("QUEUE", key);
      leafref("QUEUE|" + key, row, "scheduler", "SCHEDULER", no);
      leafref("QUEUE|" + key, row, "wred_profile", "WRED_PROFILE", no);
      if (!key.matches("Ethernet\\d+\\|\\d{1,2}") || !db.has("PORT", key.split("\\|", 2)[0])) {
        no.accept("QUEUE|" + key, "Leafref \"PORT\"");
      }
    }
    for (String key : db.keys("SCHEDULER")) {
      pattern("SCHEDULER|" + key, db.fields("SCHEDULER", key), "type", "DWRR|WRR|STRICT", no);
      pattern("SCHEDULER|" + key, db.fields("SCHEDULER", key), "weight", "[1-9]\\d?|100", no);
    }
    for (String key : db.keys("BUFFER_PG")) {
      Map<String, String> row = db.fields("BUFFER_PG", key);
      if (!"NULL".equals(row.get("profile"))) {
        leafref("BUFFER_PG|" + key, row, "profile", "BUFFER_PROFILE", no);
      }
      if (!key.matches("Ethernet\\d+\\|[0-7](-[0-7])?")) {
        no.accept("BUFFER_PG|" + key, "Value does not satisfy the constraint");
      }
    }
    for (String table : List.of("DSCP_TO_TC_MAP", "TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP")) {
      for (String key : db.keys(table)) {
        boolean dscp = table.startsWith("DSCP");
        String index = dscp ? "[0-5]?\\d|6[0-3]" : TRAFFIC_CLASS;
        String value = dscp ? TRAFFIC_CLASS : "[0-7]";
        if (!key.matches(NAME)) {
          no.accept(table + "|" + key, "Invalid length for map name.");
        }
        db.fields(table, key)
            .forEach((from, to) -> {
              if (!from.matches(index) || !to.matches(value)) {
                no.accept(table + "|" + key + "|" + from, "Invalid value \"" + to + "\"");
              }
            });
      }
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(text.toString());
  }

  private void leafref(
      String where,
      Map<String, String> row,
      String field,
      String table,
      BiConsumer<String, String> no) {
    String name = row.get(field);
    if (name != null && !db.has(table, name)) {
      no.accept(
          where,
          "Leafref \"" + table + "\" of value \"" + name + "\" points to a non-existing leaf.");
    }
  }

  private static void pattern(
      String where,
      Map<String, String> row,
      String field,
      String pattern,
      BiConsumer<String, String> no) {
    String value = row.get(field);
    if (value != null && !value.matches(pattern)) {
      no.accept(
          where, "Value \"" + value + "\" does not satisfy the constraint \"" + pattern + "\"");
    }
  }
}
