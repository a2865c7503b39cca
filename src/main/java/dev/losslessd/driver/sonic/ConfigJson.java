package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceJson;
import dev.losslessd.text.Pattern;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * CONFIG_DB as SONiC prints it, in each of its forms: tables of rows ({@code sonic-cfggen -d
 * --print-data}, {@code config_db.json}); rows by their whole key ({@code sonic-db-dump}, with the
 * fields below {@code value}); and either of them below the namespaces of a switch of several ASICs
 * ({@code show runningconfiguration all}).
 */
final class ConfigJson {
  static final String COMMAND = "show runningconfiguration all";

  private static final String HOST = "localhost";
  private static final String NAMESPACE = "asic\\d{1,3}";

  private ConfigJson() {}

  /**
   * @return by namespace: of one ASIC the only one, {@code ""}; of several {@code asic0}, {@code
   *     asic1} and so on, without the host's own
   */
  static SortedMap<String, ConfigDb> parse(String command, String text) {
    DeviceJson root = DeviceJson.parse(command, text, ConfigJson::isOfUse);
    SortedMap<String, ConfigDb> all = databases(root);
    // an ASIC of a chassis' fabric has none
    if (all.values().stream().noneMatch(one -> one.has(Tables.PORT))) {
      throw root.garbled(Tables.PORT, "the ports of the switch");
    }
    return all;
  }

  /**
   * Whether a part of the output is read: thousands of rows of ACLs and of others' tables are not.
   */
  private static boolean isOfUse(String name) {
    return name.equals(HOST)
        || Pattern.matches(NAMESPACE, name)
        || Tables.KNOWN.contains(table(name));
  }

  /** Returns the part before the bar: {@code PORT} of {@code PORT|Ethernet0}. */
  private static String table(String name) {
    int bar = name.indexOf('|');
    return bar < 0 ? name : name.substring(0, bar);
  }

  /** Parses databases by namespace, or a part of one, which may have no ports. */
  static SortedMap<String, ConfigDb> databases(DeviceJson root) {
    SortedMap<String, ConfigDb> all = new TreeMap<>();
    for (String name : root.fields()) {
      if (Pattern.matches(NAMESPACE, name)) {
        root.branch(name).ifPresent(one -> all.put(name, database(one)));
      }
    }
    if (all.isEmpty() && root.fields().contains(HOST) && !root.fields().contains(Tables.PORT)) {
      root.branch(HOST).ifPresent(one -> all.put("", database(one)));
    }
    if (all.isEmpty()) {
      all.put("", database(root));
    }
    return all;
  }

  private static ConfigDb database(DeviceJson root) {
    ConfigDb db = new ConfigDb();
    for (String name : root.fields()) {
      int bar = name.indexOf('|');
      String table = table(name);
      if (!Tables.KNOWN.contains(table)) {
        continue;
      }
      DeviceJson below =
          root.branch(name).orElseThrow(() -> root.garbled(name, bar < 0 ? "rows" : "fields"));
      if (bar >= 0) {
        row(db, new Row(table, name.substring(bar + 1)), unwrapped(below));
      } else {
        rows(db, table, below);
      }
    }
    return db;
  }

  private static void rows(ConfigDb db, String table, DeviceJson below) {
    for (String key : below.fields()) {
      row(
          db,
          new Row(table, key),
          below.branch(key).orElseThrow(() -> below.garbled(key, "a row of fields")));
    }
  }

  /** Strips what {@code sonic-db-dump} puts around the fields. */
  static DeviceJson unwrapped(DeviceJson row) {
    boolean wrapped = row.fields().contains("type") && row.fields().contains("value");
    return wrapped ? row.branch("value").orElse(row) : row;
  }

  private static void row(ConfigDb db, Row row, DeviceJson fields) {
    db.add(row);
    for (String field : fields.fields()) {
      // redis has no empty hash: this field stands for none
      if (!field.equals("NULL")) {
        String value =
            RowReferences.isReference(field) ? fields.exactOrJson(field) : fields.textOrJson(field);
        // an empty list of priorities is none, and is never written: models refuse it
        if (!value.isBlank() || !PfcRows.LISTS.contains(field)) {
          db.set(row, field, value);
        }
      }
    }
  }
}
