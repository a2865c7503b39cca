package dev.losslessd.driver.sonic;

import java.util.Map;
import java.util.Optional;

/**
 * Fields that name a row of another table. Databases before version 3.0.2 write {@code
 * [SCHEDULER|scheduler.0]}, later ones the name alone (sonic-utilities db_migrator).
 */
final class RowReferences {
  static final String DSCP_MAP = "dscp_to_tc_map";
  static final String QUEUE_MAP = "tc_to_queue_map";
  static final String PG_MAP = "tc_to_pg_map";
  static final String SCHEDULER = "scheduler";
  static final String WRED = "wred_profile";
  static final String PROFILE = "profile";

  private static final Map<String, String> TABLES =
      Map.of(
          DSCP_MAP, Tables.DSCP_TO_TC,
          QUEUE_MAP, Tables.TC_TO_QUEUE,
          PG_MAP, Tables.TC_TO_PG,
          SCHEDULER, Tables.SCHEDULER,
          WRED, Tables.WRED,
          PROFILE, Tables.BUFFER_PROFILE);

  private RowReferences() {}

  /** Whether a field names a row. */
  static boolean isReference(String field) {
    return TABLES.containsKey(field);
  }

  /** The row that a field names, whether or not there is one. */
  static Optional<Row> of(ConfigDb db, Row row, String field) {
    return db.get(row, field).filter(text -> !text.isBlank()).map(text -> named(db, field, text));
  }

  /**
   * Requires the row that a field names.
   *
   * @param row that has the field, for messages
   * @throws DeviceException GARBLED if it is not there
   */
  static Row require(ConfigDb db, Row row, String field, Row named) {
    if (!db.has(named)) {
      throw row.garbled(field, named.key(), "a row of " + named.table());
    }
    return named;
  }

  private static Row named(ConfigDb db, String field, String text) {
    String table = TABLES.getOrDefault(field, "");
    Row exact = new Row(table, text);
    if (db.has(exact)) {
      return exact; // a name may have brackets and blanks of its own
    }
    String bare = text.strip();
    if (bare.startsWith("[") && bare.endsWith("]")) {
      // the field tells the table; that in the brackets is sometimes misspelt
      bare = bare.substring(bare.indexOf('|') + 1, bare.length() - 1);
    }
    return new Row(table, bare);
  }

  /**
   * Names a row in a field, in the form that this database has there. One of our own is made with
   * it, as what is written next in the same draft reads it.
   */
  static void set(ConfigDb db, Row row, String field, Row named) {
    boolean bracketed =
        db.rows(row.table())
            .anyMatch(one -> db.get(one, field).filter(text -> text.startsWith("[")).isPresent());
    db.set(row, field, bracketed ? "[" + named.text() + "]" : named.key());
    OwnedRows.make(db, named);
  }

  /** Whether any row names this one. */
  static boolean isNamed(ConfigDb db, Row named) {
    return TABLES.entrySet().stream()
        .filter(entry -> entry.getValue().equals(named.table()))
        .anyMatch(entry ->
            db.rows()
                .anyMatch(row -> of(db, row, entry.getKey()).filter(named::equals).isPresent()));
  }
}
