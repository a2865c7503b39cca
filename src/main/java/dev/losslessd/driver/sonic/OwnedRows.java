package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Rows of our own that ports refer to. Their names tell all that is in them, so that a step back
 * can make one anew that has been taken away since, and two ports that want the same share one.
 */
final class OwnedRows {
  /** At most 32 characters, as the YANG models of the maps and of WRED_PROFILE allow. */
  private static final String MARK = "losslessd-";

  private static final int LONGEST = 32;
  private static final Pattern SHARE = Pattern.compile(MARK + "dwrr-(\\d{1,3})");
  private static final String STRICT = MARK + "strict";
  private static final Pattern QUEUES = Pattern.compile(MARK + "queue-([0-7]{8}\\d{0,8})");
  private static final Pattern GROUPS = Pattern.compile(MARK + "pg-([0-7]{8}\\d{0,8})");
  private static final Pattern MARKS = Pattern.compile(MARK + "(\\d+)-(\\d+)-(\\d{1,3})");

  /** Tables that hold such rows, those that nobody names first. */
  static final List<String> TABLES =
      List.of(Tables.SCHEDULER, Tables.WRED, Tables.TC_TO_QUEUE, Tables.TC_TO_PG);

  private OwnedRows() {}

  /**
   * @param weight 1..100
   */
  static Row share(int weight) {
    return new Row(Tables.SCHEDULER, MARK + "dwrr-" + weight);
  }

  static Row strict() {
    return new Row(Tables.SCHEDULER, STRICT);
  }

  /** The queue of each traffic class. */
  static Row queues(List<Integer> queueOfClass) {
    return new Row(Tables.TC_TO_QUEUE, MARK + "queue-" + digits(queueOfClass));
  }

  /** The priority group of each traffic class. */
  static Row groups(List<Integer> groupOfClass) {
    return new Row(Tables.TC_TO_PG, MARK + "pg-" + digits(groupOfClass));
  }

  static Row marks(long minBytes, long maxBytes, int percent) {
    String name = MARK + minBytes + "-" + maxBytes + "-" + percent;
    if (name.length() > LONGEST) {
      throw DeviceException.unsupported(
          ("marking %s..%s bytes: the name of its WRED_PROFILE, %s, would have more than %s"
                  + " characters")
              .formatted(minBytes, maxBytes, name, LONGEST));
    }
    return new Row(Tables.WRED, name);
  }

  private static String digits(List<Integer> numbers) {
    return String.join("", numbers.stream().map(String::valueOf).toList());
  }

  static boolean is(Row row) {
    return contents(row).isPresent();
  }

  /** Returns the fields of a row by its name; empty for one that this agent did not make. */
  static Optional<Map<String, String>> contents(Row row) {
    return switch (row.table()) {
      case Tables.SCHEDULER ->
          row.key().equals(STRICT)
              ? Optional.of(Map.of("type", "STRICT"))
              : of(SHARE, row).map(m -> Map.of("type", "DWRR", "weight", m.group(1)));
      case Tables.TC_TO_QUEUE -> of(QUEUES, row).map(m -> byClass(m.group(1)));
      case Tables.TC_TO_PG -> of(GROUPS, row).map(m -> byClass(m.group(1)));
      case Tables.WRED -> of(MARKS, row).map(OwnedRows::marking);
      default -> Optional.empty();
    };
  }

  private static Optional<Matcher> of(Pattern name, Row row) {
    Matcher m = name.matcher(row.key());
    return m.matches() ? Optional.of(m) : Optional.empty();
  }

  private static Map<String, String> byClass(String digits) {
    return ClassMap.fields(digits.chars().mapToObj(digit -> digit - '0').toList());
  }

  /** All colours alike, as the stock AZURE_LOSSLESS has them: without its switches it is silent. */
  private static Map<String, String> marking(Matcher name) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String colour : List.of("green", "yellow", "red")) {
      map.put(colour + "_min_threshold", name.group(1));
      map.put(colour + "_max_threshold", name.group(2));
      map.put(colour + "_drop_probability", name.group(3));
      map.put("wred_" + colour + "_enable", "true");
    }
    map.put("ecn", "ecn_all");
    return map;
  }

  /** The first row of a table that fits, and is of nobody's agent; else ours. */
  static Row foundOr(ConfigDb db, String table, Predicate<Row> fits, Supplier<Row> ours) {
    return db.rows(table)
        .filter(row -> !is(row) && Patch.isPlain(row.key()))
        .filter(fits)
        .findFirst()
        .orElseGet(ours);
  }

  /** Makes a row of our own where it is not there. */
  static void make(ConfigDb db, Row named) {
    if (!db.has(named)) {
      contents(named).ifPresent(all -> all.forEach((name, value) -> db.set(named, name, value)));
    }
  }

  /** Makes those that are named and not there, and takes away those that nobody names. */
  static void cleanUp(ConfigDb db) {
    db.rows()
        .toList()
        .forEach(row ->
            db.fields(row)
                .keySet()
                .forEach(
                    field -> RowReferences.of(db, row, field).ifPresent(named -> make(db, named))));
    TABLES.stream().flatMap(db::rows).toList().stream()
        .filter(row -> is(row) && !RowReferences.isNamed(db, row))
        .forEach(db::remove);
  }
}
