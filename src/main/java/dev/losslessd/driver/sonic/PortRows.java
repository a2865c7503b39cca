package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows of a port, and of a queue or priority group of it. Older databases write several ports and a
 * range of queues into one key: {@code Ethernet0,Ethernet4|3-4}.
 */
final class PortRows {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,2})(?:-(\\d{1,2}))?");

  private PortRows() {}

  /** The row that holds for a port. */
  static Optional<Row> of(ConfigDb db, String table, String port) {
    Row own = new Row(table, port);
    return db.has(own)
        ? Optional.of(own)
        : db.rows(table).filter(row -> names(row.key(), port)).findFirst();
  }

  /** The row that holds for a queue of a port. */
  static Optional<Row> of(ConfigDb db, String table, String port, int n) {
    Row own = new Row(table, port + "|" + n);
    return db.has(own)
        ? Optional.of(own)
        : below(db, table, port).stream().filter(row -> range(row).contains(n)).findFirst();
  }

  /** All rows of a port that have a range behind its name. */
  static List<Row> below(ConfigDb db, String table, String port) {
    return db.rows(table)
        .filter(row -> {
          int bar = row.key().indexOf('|');
          return bar > 0
              && names(row.key().substring(0, bar), port)
              && RANGE.matcher(row.key().substring(bar + 1)).matches();
        })
        .toList();
  }

  /** The numbers behind a port's name; none for a key that has no such thing. */
  static List<Integer> range(Row row) {
    Matcher m = RANGE.matcher(row.key().substring(row.key().indexOf('|') + 1));
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

  /** The row of a queue to write. */
  static Row own(ConfigDb db, String table, String port, int n) {
    return alone(of(db, table, port, n), new Row(table, port + "|" + n));
  }

  private static Row alone(Optional<Row> found, Row own) {
    return found
        .map(row -> {
          if (!row.equals(own)) {
            throw new DeviceException(
                DeviceException.Kind.UNSUPPORTED,
                own.text()
                    + " is written as "
                    + row.text()
                    + ", which holds for more: split that row first");
          }
          return row;
        })
        .orElse(own);
  }

  private static boolean names(String list, String port) {
    return list.equals(port)
        || (list.indexOf(',') > 0 && List.of(list.split(",", -1)).contains(port));
  }
}
