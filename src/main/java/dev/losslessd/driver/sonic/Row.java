package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.text.PrintableText;
import java.util.Comparator;

/**
 * One row of a database of SONiC.
 *
 * @param table for example {@code QUEUE}
 * @param key for example {@code Ethernet0|3}; it may hold the separator itself
 */
record Row(String table, String key) implements Comparable<Row> {
  private static final Comparator<Row> ORDER =
      Comparator.comparing(Row::table).thenComparing(Row::key);

  /** Returns the key as the database has it: {@code QUEUE|Ethernet0|3}. */
  String text() {
    return table + "|" + key;
  }

  /** An error about a cell of the row. */
  DeviceException garbled(String field, String value, String expected) {
    return DeviceException.garbled(
        "CONFIG_DB %s %s is '%s': expected %s"
            .formatted(text(), field, PrintableText.brief(value), expected));
  }

  @Override
  public int compareTo(Row other) {
    return ORDER.compare(this, other);
  }
}
