package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The cells of a setting as text, so that a step back brings back these and no others: {@code
 * PORT_QOS_MAP|Ethernet0 pfc_enable=3,4; BUFFER_PG|Ethernet0|3-4 profile=NULL}. A cell that is not
 * named was not there; a row goes with its last cell. Cells of other characters than a patch has
 * are read, and have no words.
 */
final class Words {
  private static final Pattern ROW =
      Pattern.compile("[A-Z][A-Z0-9_]{1,60}\\|[A-Za-z0-9_][A-Za-z0-9_.,:|-]{0,200}");
  private static final Pattern CELL =
      Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,60}=[A-Za-z0-9_.,:|\\[\\]-]{0,120}");

  private Words() {}

  /** Returns the words of the present cells; empty where {@link #refusal} says why not. */
  static String of(ConfigDb db, Owned owned) {
    if (refusal(db, owned).isPresent()) {
      return "";
    }
    List<String> lines = new ArrayList<>();
    cells(db, owned)
        .forEach((row, cells) -> {
          StringBuilder line = new StringBuilder(row.text());
          cells.forEach((field, value) -> line.append(' ').append(field).append('=').append(value));
          lines.add(line.toString());
        });
    return InverseWords.of(lines);
  }

  private static SortedMap<Row, Map<String, String>> cells(ConfigDb db, Owned owned) {
    SortedMap<Row, Map<String, String>> all = new TreeMap<>();
    Set<Row> rows = new TreeSet<>(owned.fields().keySet());
    db.rows().filter(owned.whole()).forEach(rows::add);
    for (Row row : rows) {
      Map<String, String> cells = new TreeMap<>(db.fields(row));
      cells.keySet().removeIf(field -> !owned.has(row, field));
      // that a row is there without a cell of this setting is another setting's doing
      if (!cells.isEmpty() || (db.has(row) && owned.whole().test(row))) {
        all.put(row, cells);
      }
    }
    return all;
  }

  /**
   * Returns why the cells of a setting cannot be written back; empty where they can. They are read
   * all the same: YANG allows any character in most names (sonic-scheduler.yang, type string).
   */
  static Optional<String> refusal(ConfigDb db, Owned owned) {
    return cells(db, owned).entrySet().stream()
        .flatMap(row -> row.getValue().entrySet().stream().map(cell -> refusal(row.getKey(), cell)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> refusal(Row row, Map.Entry<String, String> cell) {
    if (!ROW.matcher(row.text()).matches()) {
      return Optional.of(unwritten("a row", row.text()));
    }
    return CELL.matcher(cell.getKey() + "=" + cell.getValue()).matches()
        ? Optional.empty()
        : Optional.of(unwritten(row.text() + " " + cell.getKey(), cell.getValue()));
  }

  /** Why a name is only read. */
  static String unwritten(String where, String name) {
    return ("%s is '%s', whose characters this agent reads and does not write: change it by hand,"
            + " or take a name of letters, digits and _ - . first")
        .formatted(PrintableText.brief(where), PrintableText.brief(name));
  }

  private static SortedMap<Row, Map<String, String>> parse(String words) {
    SortedMap<Row, Map<String, String>> all = new TreeMap<>();
    for (String part : InverseWords.parse(words)) {
      String[] tokens = part.split(" ", -1);
      if (!ROW.matcher(tokens[0]).matches()) {
        throw strange(words, tokens[0]);
      }
      Map<String, String> fields = new TreeMap<>();
      for (int n = 1; n < tokens.length; n++) {
        if (!CELL.matcher(tokens[n]).matches()) {
          throw strange(words, tokens[n]);
        }
        int sign = tokens[n].indexOf('=');
        fields.put(tokens[n].substring(0, sign), tokens[n].substring(sign + 1));
      }
      int bar = tokens[0].indexOf('|');
      all.put(new Row(tokens[0].substring(0, bar), tokens[0].substring(bar + 1)), fields);
    }
    return all;
  }

  private static DeviceException strange(String words, String token) {
    return DeviceException.unsupported(
        "words '%s': '%s' is no cell of CONFIG_DB"
            .formatted(PrintableText.brief(words), PrintableText.brief(token)));
  }

  /**
   * Makes the cells of a setting those of earlier words.
   *
   * @throws DeviceException UNSUPPORTED for words that are not about this setting
   */
  static void restore(ConfigDb db, Owned owned, String words) {
    SortedMap<Row, Map<String, String>> wanted = parse(words);
    wanted.forEach((row, fields) -> {
      if (!owned.touches(row) || !fields.keySet().stream().allMatch(f -> owned.has(row, f))) {
        throw strange(words, row.text());
      }
    });
    db.rows().filter(owned.whole()).toList().forEach(db::remove);
    owned.fields().forEach((row, names) -> names.forEach(name -> db.unset(row, name)));
    wanted.forEach((row, fields) -> {
      db.add(row);
      fields.forEach((field, value) -> {
        // of an early release of ours: an empty list is none, and is never written
        if (!value.isEmpty() || !PfcRows.LISTS.contains(field)) {
          db.set(row, field, value);
        }
      });
    });
    owned.fields().keySet().stream().filter(row -> db.fields(row).isEmpty()).forEach(db::remove);
  }
}
