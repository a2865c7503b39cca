package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The lines from one state of CONFIG_DB to another, each by the command that SONiC has for it: what
 * is referred to first, what refers to it then, and what nobody refers to any more last.
 */
final class Edit {
  /** Fields in one line. */
  private static final int MOST_FIELDS = 5;

  private final ConfigDb from;
  private final ConfigDb to;

  /** {@code -n asic0} and a blank, or nothing. */
  private final String option;

  private final List<Line> lines = new ArrayList<>();

  private final RowNames names;

  private Edit(String namespace, ConfigDb from, ConfigDb to, RowNames names) {
    this.names = names;
    this.option = namespace.isEmpty() ? "" : "-n " + namespace + " ";
    this.from = from;
    this.to = to;
  }

  /**
   * @param namespace of the database; {@code ""} on a switch of one ASIC
   * @param file of the patch, in the account's folder
   * @throws DeviceException UNSUPPORTED for what no command writes
   */
  static List<Line> lines(
      String namespace, ConfigDb from, ConfigDb to, String file, RowNames names) {
    Edit edit = new Edit(namespace, from, to, names);
    edit.to.rows(Tables.WRED).filter(row -> !from.has(row)).forEach(edit::hset);
    List<String> patch =
        Patch.operations(namespace, from, to).stream().map(names::outward).toList();
    if (!patch.isEmpty()) {
      edit.lines.addAll(Patch.lines(patch, file));
    }
    edit.watchdogs();
    edit.mtus();
    edit.from
        .rows(Tables.WRED)
        .filter(row -> !to.has(row))
        .forEach(row -> edit.cells("del '" + row.text() + "'"));
    return List.copyOf(edit.lines);
  }

  private void mtus() {
    for (Row row : to.rows(Tables.PORT).toList()) {
      String bytes = to.get(row, "mtu").orElse("");
      if (!from.get(row, "mtu").orElse("").equals(bytes)) {
        lines.add(
            SonicLedger.line(
                SonicLedger.MTU,
                "sudo config interface " + option + "mtu " + row.key() + " " + bytes));
      }
    }
  }

  private void watchdogs() {
    for (Row row : from.rows(Tables.PFC_WD).filter(row -> !to.has(row)).toList()) {
      lines.add(SonicLedger.line(SonicLedger.WATCHDOG, "sudo pfcwd stop " + row.key()));
    }
    for (Row row : to.rows(Tables.PFC_WD).toList()) {
      Map<String, String> wanted = to.fields(row);
      if (wanted.equals(from.fields(row))) {
        continue;
      }
      List<String> gone =
          from.fields(row).keySet().stream().filter(f -> !wanted.containsKey(f)).sorted().toList();
      boolean fresh = !from.has(row);
      if (fresh && wanted.keySet().equals(Set.of("action", "detection_time", "restoration_time"))) {
        lines.add(
            SonicLedger.line(
                SonicLedger.WATCHDOG,
                "sudo pfcwd start --action "
                    + wanted.get("action")
                    + " --restoration-time "
                    + wanted.get("restoration_time")
                    + " "
                    + row.key()
                    + " "
                    + wanted.get("detection_time")));
      } else {
        hset(row);
        if (!gone.isEmpty()) {
          cells("hdel '" + row.text() + "' " + String.join(" ", gone));
        }
      }
    }
  }

  private void hset(Row row) {
    List<String> pairs = new ArrayList<>();
    new TreeMap<>(to.fields(row))
        .forEach((field, value) -> {
          if (!from.get(row, field).filter(value::equals).isPresent()) {
            pairs.add(field + " " + value);
          }
        });
    for (int n = 0; n < pairs.size(); n += MOST_FIELDS) {
      List<String> some = pairs.subList(n, Math.min(pairs.size(), n + MOST_FIELDS));
      cells("hset '" + row.text() + "' " + String.join(" ", some));
    }
  }

  private void cells(String words) {
    lines.add(
        SonicLedger.line(
            SonicLedger.CELLS,
            "sudo sonic-db-cli " + option + "CONFIG_DB " + names.outward(words)));
  }
}
