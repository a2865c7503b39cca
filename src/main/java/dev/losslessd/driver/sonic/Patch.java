package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Difference of two states of CONFIG_DB as one JSON patch (RFC 6902) for {@code config
 * apply-patch}, which checks it against the YANG models and orders it itself. No table may be left
 * empty: it goes with its last row.
 */
final class Patch {
  /** Tables that a patch may change altogether. */
  static final List<String> TABLES =
      List.of(
          Tables.BUFFER_PG,
          Tables.DSCP_TO_TC,
          Tables.PORT_QOS_MAP,
          Tables.QUEUE,
          Tables.SCHEDULER,
          Tables.TC_TO_PG,
          Tables.TC_TO_QUEUE);

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,:|\\[\\]-]*");

  /** Most characters of the patch in one line to the shell. */
  private static final int LONGEST = 320;

  /** Fields that go with a row that is added; the rest have operations of their own. */
  private static final int MOST_FIELDS = 8;

  /** Prefix of each path: {@code /asic0}, or nothing. */
  private final String scope;

  private final ConfigDb from;
  private final ConfigDb to;
  private final List<String> operations = new ArrayList<>();

  private Patch(String scope, ConfigDb from, ConfigDb to) {
    this.scope = scope;
    this.from = from;
    this.to = to;
  }

  /**
   * The operations, each as JSON; none where nothing differs.
   *
   * @param namespace of the database; {@code ""} on a switch of one ASIC. On others a path without
   *     one is refused (sonic-utilities, generic_updater.py, extract_scope)
   */
  static List<String> operations(String namespace, ConfigDb from, ConfigDb to) {
    Patch patch = new Patch(namespace.isEmpty() ? "" : "/" + namespace, from, to);
    TABLES.forEach(patch::table);
    return List.copyOf(patch.operations);
  }

  /** The lines that put a patch into a file, apply it and take the file away. */
  static List<Line> lines(List<String> operations, String file) {
    List<Line> lines = new ArrayList<>();
    StringBuilder text = new StringBuilder("[");
    for (int n = 0; n < operations.size(); n++) {
      String next = operations.get(n) + (n + 1 < operations.size() ? "," : "]");
      if (text.length() + next.length() > LONGEST) {
        lines.add(write(text, lines.isEmpty(), file));
        text.setLength(0);
      }
      text.append(next);
    }
    lines.add(write(text, lines.isEmpty(), file));
    lines.add(SonicLedger.slow(SonicLedger.PATCH, "sudo config apply-patch " + file));
    lines.add(SonicLedger.shell(SonicLedger.PATCH_DONE, "rm -f " + file));
    return lines;
  }

  private static Line write(CharSequence text, boolean first, String file) {
    return SonicLedger.shell(
        SonicLedger.PATCH_TEXT, "echo '" + text + "' " + (first ? "> " : ">> ") + file);
  }

  private void table(String table) {
    List<Row> before = from.rows(table).toList();
    List<Row> after = to.rows(table).toList();
    if (after.isEmpty()) {
      if (!before.isEmpty()) {
        remove(scope + "/" + table);
      }
      return;
    }
    boolean fresh = before.isEmpty();
    for (Row row : after) {
      if (from.has(row)) {
        fields(row);
      } else {
        add(row, fresh);
        fresh = false;
      }
    }
    before.stream().filter(row -> !to.has(row)).forEach(row -> remove(path(row)));
  }

  /** A row with its first fields, in a table that may be new itself; then the others. */
  private void add(Row row, boolean withTable) {
    SortedMap<String, String> first = new TreeMap<>();
    SortedMap<String, String> rest = new TreeMap<>();
    new TreeMap<>(to.fields(row))
        .forEach((field, value) -> (first.size() < MOST_FIELDS ? first : rest).put(field, value));
    String fields = object(first);
    if (withTable) {
      operation("add", scope + "/" + row.table(), "{" + text(row.key()) + ":" + fields + "}");
    } else {
      operation("add", path(row), fields);
    }
    rest.forEach((field, value) -> operation("add", path(row) + "/" + escaped(field), text(value)));
  }

  private void fields(Row row) {
    Map<String, String> before = from.fields(row);
    Map<String, String> after = to.fields(row);
    TreeSet<String> all = new TreeSet<>(before.keySet());
    all.addAll(after.keySet());
    // what stays is not spelled: its name may have any characters
    all.removeIf(field -> Objects.equals(before.get(field), after.get(field)));
    for (String field : all) {
      String path = path(row) + "/" + escaped(field);
      String value = after.get(field);
      if (value == null) {
        remove(path);
      } else {
        operation(before.containsKey(field) ? "replace" : "add", path, text(value));
      }
    }
  }

  private void remove(String path) {
    operations.add("{\"op\":\"remove\",\"path\":\"" + path + "\"}");
  }

  private void operation(String op, String path, String value) {
    operations.add("{\"op\":\"" + op + "\",\"path\":\"" + path + "\",\"value\":" + value + "}");
  }

  private static String object(Map<String, String> fields) {
    List<String> all = new ArrayList<>();
    fields.forEach((field, value) -> all.add(text(field) + ":" + text(value)));
    return "{" + String.join(",", all) + "}";
  }

  private String path(Row row) {
    return scope + "/" + row.table() + "/" + escaped(row.key());
  }

  /** Escapes one part of a JSON pointer (RFC 6901). */
  private static String escaped(String part) {
    return plain(part).replace("~", "~0").replace("/", "~1");
  }

  private static String text(String value) {
    return "\"" + plain(value) + "\"";
  }

  /** Whether a text may stand in a patch: YANG allows names of other characters, too. */
  static boolean isPlain(String text) {
    return PLAIN.matcher(text).matches();
  }

  private static String plain(String text) {
    if (!isPlain(text)) {
      throw DeviceException.unsupported(
          "'" + PrintableText.brief(text) + "' cannot be written into CONFIG_DB");
    }
    return text;
  }
}
