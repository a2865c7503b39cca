package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Rows of a port, and of a queue or priority group of it. Older databases write several ports and a
 * range of queues into one key: {@code Ethernet0,Ethernet4|3-4}. The line card of a chassis with
 * virtual output queues has queues of system ports, {@code lc1|Asic0|Ethernet0|3}, of which those
 * with its own name and ASIC are of its ports (sonic-swss, qosorch.cpp, handleQueueTable).
 */
final class PortRows {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,2})(?:-(\\d{1,2}))?");
  private static final Row SELF = new Row(Tables.METADATA, "localhost");

  private PortRows() {}

  /** The row that holds for a port. */
  static Optional<Row> of(ConfigDb db, String table, String port) {
    Row own = new Row(table, port);
    return db.has(own)
        ? Optional.of(own)
        : db.lists(table).filter(row -> names(row.key(), port)).findFirst();
  }

  /** The row that holds for a queue of a port. */
  static Optional<Row> of(ConfigDb db, String table, String port, int n) {
    return holding(db, table, port, n).stream().findFirst();
  }

  /**
   * Returns the row that has a field, where several hold: one may schedule a queue and another mark
   * it.
   */
  static Optional<Row> of(ConfigDb db, String table, String port, int n, String field) {
    List<Row> all = holding(db, table, port, n);
    return all.stream()
        .filter(row -> db.get(row, field).filter(text -> !text.isBlank()).isPresent())
        .findFirst()
        .or(() -> all.stream().findFirst());
  }

  /** Its own before those of ranges. */
  private static List<Row> holding(ConfigDb db, String table, String port, int n) {
    Row own = new Row(table, port + "|" + n);
    List<Row> all = new ArrayList<>(db.has(own) ? List.of(own) : List.of());
    below(db, table, port).stream()
        .filter(row -> !row.equals(own) && range(row).contains(n))
        .forEach(all::add);
    return all;
  }

  /** All rows of a port that have a range behind its name. */
  static List<Row> below(ConfigDb db, String table, String port) {
    Stream<Row> shared = db.lists(table).filter(row -> names(before(row), port));
    Stream<Row> own = db.rows(table, port + "|");
    return Stream.of(shared, own, virtual(db, table, port))
        .flatMap(Function.identity())
        .filter(row -> RANGE.matcher(behind(row)).matches())
        .distinct()
        .toList();
  }

  /** Queues of the port as the chassis' system port. */
  private static Stream<Row> virtual(ConfigDb db, String table, String port) {
    Optional<String> host = db.get(SELF, "hostname");
    Optional<String> asic = db.get(SELF, "asic_name");
    if (host.isEmpty() || asic.isEmpty()) {
      return Stream.empty();
    }
    return db.rows(table, host.get() + "|")
        .filter(row -> {
          String[] parts = row.key().split("\\|", -1);
          return parts.length == 4
              && parts[1].equalsIgnoreCase(asic.get())
              && parts[2].equals(port);
        });
  }

  /**
   * Whether queues are those of a chassis' system ports, which this driver reads and does not
   * write: a row of the plain form would say nothing there.
   */
  static boolean ofChassis(ConfigDb db) {
    return db.get(SELF, "switch_type").filter("voq"::equals).isPresent()
        || db.rows(Tables.QUEUE).anyMatch(row -> row.key().split("\\|", -1).length == 4);
  }

  private static String before(Row row) {
    return row.key().substring(0, Math.max(0, row.key().lastIndexOf('|')));
  }

  private static String behind(Row row) {
    return row.key().substring(row.key().lastIndexOf('|') + 1);
  }

  /** The numbers behind a port's name; none for a key that has no such thing. */
  static List<Integer> range(Row row) {
    Matcher m = RANGE.matcher(behind(row));
    List<Integer> all = new ArrayList<>();
    if (m.matches()) {
      int first = Integer.parseInt(m.group(1));
      int last = m.group(2) == null ? first : Integer.parseInt(m.group(2));
      for (int n = first; n <= last; n++) {
        all.add(n);
      }
    }
    return all;
  }

  /**
   * The row of a port to write.
   *
   * @throws DeviceException UNSUPPORTED where it is one with other ports
   */
  static Row own(ConfigDb db, String table, String port) {
    return alone(of(db, table, port), new Row(table, port));
  }

  /** The row of a queue to write a field of. */
  static Row own(ConfigDb db, String table, String port, int n, String field) {
    return alone(of(db, table, port, n, field), new Row(table, port + "|" + n));
  }

  private static Row alone(Optional<Row> found, Row own) {
    return found
        .map(row -> {
          if (!row.equals(own)) {
            throw DeviceException.unsupported(
                own.text() + " is written as " + row.text() + why(row));
          }
          return row;
        })
        .orElse(own);
  }

  private static String why(Row row) {
    return row.key().indexOf('|') == row.key().lastIndexOf('|')
        ? ", which holds for more: split that row first"
        : ", a queue of the chassis: this driver reads those and writes none";
  }

  private static boolean names(String list, String port) {
    return list.equals(port)
        || (list.indexOf(',') > 0 && List.of(list.split(",", -1)).contains(port));
  }
}
