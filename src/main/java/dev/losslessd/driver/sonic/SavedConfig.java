package dev.losslessd.driver.sonic;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.SavedTree;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * CONFIG_DB beside the file that the switch comes up with. {@code config save} writes all of the
 * one into the other (sonic-utilities config/main.py).
 */
final class SavedConfig {
  private static final String HOST = "localhost";
  private static final String COMMAND = "cat /etc/sonic/config_db.json";

  /** Tables whose rows belong to a port, one of its queues or one of its priority groups. */
  private static final Set<String> OF_PORTS =
      Set.of(Tables.PORT_QOS_MAP, Tables.QUEUE, Tables.BUFFER_PG, Tables.PFC_WD);

  /** Made by buffermgrd as links come up, and made anew after a reboot (sonic-swss). */
  private static final Pattern DERIVED = Pattern.compile("pg_lossless_\\d+_\\w+_profile");

  private static final Pattern LIST = Pattern.compile("[,|]");

  private SavedConfig() {}

  /**
   * @param show what a command prints
   * @param ours targets that this agent sets
   */
  static Unsaved compare(UnaryOperator<String> show, Set<Target> ours) {
    Set<String> names = SettingTable.ports(ours);
    DeviceJson running = DeviceJson.parse(ConfigJson.COMMAND, show.apply(ConfigJson.COMMAND));
    if (!running.fields().contains(HOST) || running.fields().contains(Tables.PORT)) {
      return compare(show, COMMAND, running, names);
    }
    List<String> own = new ArrayList<>();
    List<String> foreign = new ArrayList<>();
    for (String name : running.fields()) {
      Unsaved one = compare(show, command(name), running.branch(name).orElseThrow(), names);
      one.ours().forEach(line -> own.add(name + ": " + line));
      one.foreign().forEach(line -> foreign.add(name + ": " + line));
    }
    return new Unsaved(own, foreign);
  }

  /** Each namespace has a file of its own (sonic-utilities config/main.py, multi_asic_save). */
  private static String command(String namespace) {
    return namespace.equals(HOST)
        ? COMMAND
        : COMMAND.replace(".json", namespace.substring("asic".length()) + ".json");
  }

  private static Unsaved compare(
      UnaryOperator<String> show, String command, DeviceJson running, Set<String> ours) {
    DeviceJson saved = DeviceJson.parse(command, show.apply(command));
    return SavedTree.compare(tables(saved), tables(running), path -> isOurs(path, ours));
  }

  private static ConfigTree tables(DeviceJson root) {
    List<ConfigTree> tables = new ArrayList<>();
    for (String table : root.fields()) {
      root.branch(table).ifPresent(rows -> tables.add(new ConfigTree(table, rows(table, rows))));
    }
    return new ConfigTree("", tables);
  }

  private static List<ConfigTree> rows(String table, DeviceJson below) {
    List<ConfigTree> rows = new ArrayList<>();
    for (String key : below.fields()) {
      Optional<DeviceJson> row = below.branch(key);
      if (row.isPresent() && !isDerived(table, key, row.get())) {
        rows.add(new ConfigTree(key, fields(row.get())));
      }
    }
    return rows;
  }

  private static boolean isDerived(String table, String key, DeviceJson row) {
    String profile = table.equals(Tables.BUFFER_PG) ? row.textIfThere("profile").orElse("") : key;
    String name = Pattern.of("^\\[?BUFFER_PROFILE\\||]$").matcher(profile).replaceAll("");
    return Set.of(Tables.BUFFER_PG, Tables.BUFFER_PROFILE).contains(table)
        && DERIVED.matcher(name).matches();
  }

  /** One line for each field: its value may be a secret, and so has no blank in it. */
  private static List<ConfigTree> fields(DeviceJson row) {
    List<ConfigTree> fields = new ArrayList<>();
    for (String field : row.fields()) {
      // redis has no empty hash: this field stands for none
      if (!field.equals("NULL")) {
        String value = Pattern.of("\\s").matcher(row.textOrJson(field)).replaceAll("_");
        fields.add(new ConfigTree(field + " " + value, List.of()));
      }
    }
    return fields;
  }

  private static boolean isOurs(List<String> path, Set<String> ours) {
    String table = path.getFirst();
    if (path.size() < 2) {
      return false;
    }
    Row row = new Row(table, path.get(1));
    if (OwnedRows.is(row)) {
      return true;
    }
    if (OF_PORTS.contains(table)) {
      return LIST.splitAsStream(row.key()).anyMatch(ours::contains);
    }
    if (table.equals(Tables.PORT)) {
      return path.size() > 2 && path.get(2).startsWith("mtu ") && ours.contains(row.key());
    }
    return Set.of(Tables.DSCP_TO_TC, Tables.FLEX_COUNTER).contains(table) && ours.contains("");
  }
}
