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

  /** Added to each row by {@code pfcwd start} of newer releases (pfcwd/main.py, HISTORY). */
  private static final String HISTORY = "pfc_stat_history";

  /** Tables of a patch whose rows others name. */
  private static final List<String> NAMED =
      List.of(Tables.DSCP_TO_TC, Tables.SCHEDULER, Tables.TC_TO_PG, Tables.TC_TO_QUEUE);

  private final ConfigDb from;
  private final ConfigDb to;

  private final String option;

  private final List<Line> lines = new ArrayList<>();

  private final RowNames names;

  private Edit(String namespace, ConfigDb from, ConfigDb to, RowNames names) {
    this.names = names;
    this.option = SonicLedger.option(namespace);
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
    edit.to
        .rows(Tables.WRED)
        .filter(row -> !from.has(row))
        .forEach(row -> edit.hset(row, Map.of()));
    ConfigDb repointed = edit.repointed();
    edit.patch(namespace, from, repointed, file);
    edit.patch(namespace, repointed, to, file);
    edit.watchdogs();
    edit.mtus();
    edit.from
        .rows(Tables.WRED)
        .filter(row -> !to.has(row))
        .forEach(row -> edit.cells("del '" + row.text() + "'"));
    return List.copyOf(edit.lines);
  }

  private void patch(String namespace, ConfigDb before, ConfigDb after, String file) {
    List<String> patch =
        Patch.operations(namespace, before, after).stream().map(names::outward).toList();
    if (!patch.isEmpty()) {
      lines.addAll(Patch.lines(patch, file));
    }
  }

  /**
   * Returns the wanted state, with the rows that nobody names any more still there: in one patch
   * with those that repoint their users SONiC empties them cell by cell first, while they are in
   * use.
   */
  private ConfigDb repointed() {
    ConfigDb all = to.copy();
    for (String table : NAMED) {
      from.rows(table).filter(row -> !to.has(row)).toList().forEach(row -> all.take(row, from));
    }
    return all;
  }

  private void mtus() {
    for (Row row : to.rows(Tables.PORT).toList()) {
      String bytes = to.get(row, "mtu").orElse("");
      if (!from.get(row, "mtu").orElse("").equals(bytes)) {
        line(SonicLedger.MTU, "sudo config interface " + option + "mtu " + row.key() + " " + bytes);
      }
    }
  }

  private void watchdogs() {
    for (Row row : from.rows(Tables.PFC_WD).filter(row -> !to.has(row)).toList()) {
      stop(row);
    }
    for (Row row : to.rows(Tables.PFC_WD).toList()) {
      boolean same = to.fields(row).equals(from.fields(row));
      if (from.has(row) && (watchesOthers(row) || actsOtherwise(row))) {
        stop(row);
        hset(row, Map.of());
      } else if (!same) {
        start(row);
      }
    }
  }

  private void stop(Row row) {
    line(SonicLedger.WATCHDOG, "sudo pfcwd stop " + row.key());
  }

  /**
   * Whether the port has other queues to watch: they are read when its row comes (sonic-swss,
   * pfcwdorch.cpp), so that one that stays would watch those of before.
   */
  private boolean watchesOthers(Row row) {
    Row map = new Row(Tables.PORT_QOS_MAP, row.key());
    return !to.get(map, PfcRows.ENABLE).equals(from.get(map, PfcRows.ENABLE))
        || !to.get(map, PfcRows.WATCHED).equals(from.get(map, PfcRows.WATCHED));
  }

  /**
   * Whether a running watch has another action, which it takes when its row comes (sonic-swss,
   * pfcwdorch.cpp: what is in its map of queues stays). Times are written to its counters at once.
   */
  private boolean actsOtherwise(Row row) {
    return !to.get(row, "action").orElse("drop").equals(from.get(row, "action").orElse("drop"));
  }

  private void start(Row row) {
    Map<String, String> wanted = to.fields(row);
    boolean plain = wanted.keySet().equals(Set.of("action", "detection_time", "restoration_time"));
    if (!from.has(row) && plain) {
      line(
          SonicLedger.WATCHDOG,
          "sudo pfcwd start --action %s --restoration-time %s %s %s"
              .formatted(
                  wanted.get("action"),
                  wanted.get("restoration_time"),
                  row.key(),
                  wanted.get("detection_time")));
      // from 202511 on it adds this with its default, which a row that comes back had not
      cells("hdel '" + row.text() + "' " + HISTORY);
      return;
    }
    hset(row, from.fields(row));
    List<String> gone =
        from.fields(row).keySet().stream().filter(f -> !wanted.containsKey(f)).sorted().toList();
    if (!gone.isEmpty()) {
      cells("hdel '" + row.text() + "' " + String.join(" ", gone));
    }
  }

  /**
   * @param there what it has already
   */
  private void hset(Row row, Map<String, String> there) {
    List<String> pairs = new ArrayList<>();
    new TreeMap<>(to.fields(row))
        .forEach((field, value) -> {
          if (!value.equals(there.get(field))) {
            pairs.add(field + " " + value);
          }
        });
    for (int n = 0; n < pairs.size(); n += MOST_FIELDS) {
      List<String> some = pairs.subList(n, Math.min(pairs.size(), n + MOST_FIELDS));
      cells("hset '" + row.text() + "' " + String.join(" ", some));
    }
  }

  private void cells(String words) {
    line(SonicLedger.CELLS, "sudo sonic-db-cli " + option + "CONFIG_DB " + names.outward(words));
  }

  private void line(String entry, String literal) {
    lines.add(SonicLedger.line(entry, literal));
  }
}
