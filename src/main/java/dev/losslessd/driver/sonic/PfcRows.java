package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * {@code pfc_enable} of PORT_QOS_MAP, with what it needs to be lossless: the priority group of the
 * same number, and a lossless buffer for it.
 *
 * <p>With the traditional buffer model buffermgrd makes the rows of BUFFER_PG from pfc_enable,
 * speed and cable length by pg_profile_lookup.ini (sonic-swss buffermgr.cpp); with the dynamic one
 * they are configured, with the profile {@code NULL}. {@code config interface buffer priority-group
 * lossless} is not used: it edits pfc_enable on its own.
 */
final class PfcRows {
  static final String ENABLE = "pfc_enable";
  static final String WATCHED = "pfcwd_sw_enable";
  static final Set<String> LISTS = Set.of(ENABLE, WATCHED);
  private static final String LIST = "(?:[0-7](?:,[0-7])*)?";
  private static final String DYNAMIC = "NULL";

  private PfcRows() {}

  /**
   * @param image that the switch runs, as far as it is known
   */
  static PortSetting setting(Supplier<Image> image) {
    return new PortSetting(
        SettingKind.PFC,
        PfcRows::owned,
        PfcRows::read,
        (draft, port, wanted) -> write(draft, port, (Pfc) wanted, image));
  }

  private static Owned owned(String port) {
    return Owned.fields(new Row(Tables.PORT_QOS_MAP, port), ENABLE, WATCHED, RowReferences.PG_MAP)
        .andWhole(row -> row.table().equals(Tables.BUFFER_PG) && row.key().startsWith(port + "|"));
  }

  static Reading.Value read(ConfigDb db, String port) {
    PrioritySet on = enabled(db, port);
    PrioritySet without = new PrioritySet(on.mask() & ~lossless(db, port).priorities().mask());
    Optional<String> beside = beside(db, port);
    String group = without.isEmpty() ? "" : "no lossless priority group for " + without;
    String note = InverseWords.joined(group, beside.orElse(""));
    return new Reading.Value(new Pfc(on), "", note, beside.isEmpty());
  }

  /**
   * Returns what makes the port act otherwise than its priorities say; empty where nothing does.
   */
  static Optional<String> beside(ConfigDb db, String port) {
    boolean asymmetric =
        db.get(Tables.PORT, port, "pfc_asym").filter("on"::equalsIgnoreCase).isPresent();
    // it heeds all, and sends for its own (sonic-swss, portsorch.cpp, setPortPfcAsym)
    return asymmetric
        ? Optional.of("pfc_asym is on: the port stops for pause of all priorities")
        : WatchdogRows.forced(db, port);
  }

  /** Reads the priorities of a port that are lossless. */
  static Reading.Value losslessOf(ConfigDb db, String port) {
    Optional<String> forced = WatchdogRows.forced(db, port);
    return new Reading.Value(lossless(db, port), "", forced.orElse(""), forced.isEmpty());
  }

  /** The priorities that a port pauses. */
  static PrioritySet enabled(ConfigDb db, String port) {
    return list(db, port, ENABLE).orElse(PrioritySet.NONE);
  }

  /** A list of priorities; empty where the port has no such field. */
  static Optional<PrioritySet> list(ConfigDb db, String port, String field) {
    return PortRows.of(db, Tables.PORT_QOS_MAP, port)
        .flatMap(row -> db.get(row, field).map(text -> list(row, field, text)));
  }

  private static PrioritySet list(Row row, String field, String text) {
    String bare = text.replace(" ", "");
    if (!Pattern.matches(LIST, bare)) {
      throw row.garbled(field, text, "priorities 0..7 like 3,4");
    }
    return PrioritySet.parse(bare);
  }

  /** Returns the priorities that have a priority group of their own with a lossless buffer. */
  static Lossless lossless(ConfigDb db, String port) {
    List<Integer> groups = groups(db, port).orElse(ClassMap.NONE);
    int mask = 0;
    for (Priority priority : enabled(db, port).priorities()) {
      int n = priority.value();
      boolean own = groups.get(n) == n && groups.stream().filter(pg -> pg == n).count() == 1;
      boolean buffer =
          PortRows.of(db, Tables.BUFFER_PG, port, n).filter(row -> isLossless(db, row)).isPresent();
      mask |= own && buffer ? 1 << n : 0;
    }
    return new Lossless(new PrioritySet(mask));
  }

  private static Optional<List<Integer>> groups(ConfigDb db, String port) {
    return PortRows.of(db, Tables.PORT_QOS_MAP, port)
        .flatMap(row -> ClassMap.of(db, row, RowReferences.PG_MAP));
  }

  /** A profile with a threshold to pause at, or one that the switch works out. */
  private static boolean isLossless(ConfigDb db, Row row) {
    Optional<Row> profile = RowReferences.of(db, row, RowReferences.PROFILE);
    return profile
        .filter(one -> one.key().equals(DYNAMIC) || db.get(one, "xoff").isPresent())
        .isPresent();
  }

  private static void write(ConfigDb draft, String port, Pfc wanted, Supplier<Image> image) {
    PrioritySet on = wanted.lossless();
    Row row = PortRows.own(draft, Tables.PORT_QOS_MAP, port);
    enable(draft, row, on, image);
    if (!on.isEmpty()) {
      groups(draft, row, on);
    }
    buffers(draft, port, on);
  }

  /**
   * No field for none: an empty one breaks the models of 202205 to 202411. The watchdog watches the
   * same queues, but for those that it was not to watch before.
   */
  private static void enable(ConfigDb draft, Row row, PrioritySet on, Supplier<Image> image) {
    Optional<PrioritySet> watched = draft.get(row, WATCHED).map(text -> list(row, WATCHED, text));
    PrioritySet before =
        draft.get(row, ENABLE).map(text -> list(row, ENABLE, text)).orElse(PrioritySet.NONE);
    if (on.isEmpty()) {
      draft.unset(row, WATCHED);
      draft.unsetWithRow(row, ENABLE);
      return;
    }
    draft.set(row, ENABLE, on.toString());
    if (watched.isPresent() || image.get().watchesByOwnField().orElse(true)) {
      int left = watched.map(now -> before.mask() & ~now.mask()).orElse(0);
      PrioritySet watch = new PrioritySet(on.mask() & ~left);
      if (watch.isEmpty()) {
        draft.unset(row, WATCHED);
      } else {
        draft.set(row, WATCHED, watch.toString());
      }
    }
  }

  private static void groups(ConfigDb draft, Row row, PrioritySet on) {
    List<Integer> now = ClassMap.of(draft, row, RowReferences.PG_MAP).orElse(ClassMap.NONE);
    List<Integer> wanted = new ArrayList<>(now);
    for (int n = 0; n < 8; n++) {
      boolean lossless = on.contains(Priority.of(n));
      boolean intrudes = !lossless && on.contains(Priority.of(now.get(n)));
      wanted.set(n, lossless ? n : intrudes ? 0 : now.get(n));
    }
    ClassMap.want(draft, row, RowReferences.PG_MAP, wanted, OwnedRows::groups);
  }

  /** One row for each run of priorities, as buffermgrd itself makes them. */
  private static void buffers(ConfigDb draft, String port, PrioritySet on) {
    List<Row> before =
        PortRows.below(draft, Tables.BUFFER_PG, port).stream()
            .filter(row -> isLossless(draft, row))
            .toList();
    Optional<String> profile =
        before.stream()
            .findFirst()
            .flatMap(row -> draft.get(row, RowReferences.PROFILE))
            .or(() -> isDynamic(draft) ? Optional.of(DYNAMIC) : Optional.empty());
    if (profile.isEmpty()) {
      return; // buffermgrd makes them, and knows the profile
    }
    List<Row> wanted =
        NumberRanges.runs(on.priorities().stream().map(Priority::value).toList()).stream()
            .map(run -> new Row(Tables.BUFFER_PG, port + "|" + run))
            .toList();
    for (Row row : before) {
      if (!wanted.contains(row)) {
        if (!row.key().startsWith(port + "|")) {
          throw DeviceException.unsupported(
              row.text() + " holds for other ports too: split that row first");
        }
        draft.remove(row);
      }
    }
    for (Row row : wanted) {
      makeRoom(draft, port, row);
      if (!isLossless(draft, row)) {
        draft.set(row, RowReferences.PROFILE, profile.get());
      }
    }
  }

  /**
   * Takes groups out of lossy rows, as stock ports without a neighbour have for 3 and 4. What else
   * such a row has for groups keeps its buffer.
   */
  private static void makeRoom(ConfigDb draft, String port, Row wanted) {
    for (Row row : PortRows.below(draft, Tables.BUFFER_PG, port)) {
      List<Integer> rest = new ArrayList<>(PortRows.range(row));
      if (!row.equals(wanted) && rest.removeAll(PortRows.range(wanted))) {
        if (!row.key().startsWith(port + "|")) {
          throw DeviceException.unsupported(
              row.text() + " holds for other ports too: split that row first");
        }
        Map<String, String> fields = draft.fields(row);
        draft.remove(row);
        for (String run : NumberRanges.runs(rest)) {
          Row left = new Row(Tables.BUFFER_PG, port + "|" + run);
          fields.forEach((field, value) -> draft.set(left, field, value));
        }
      }
    }
  }

  static boolean isDynamic(ConfigDb db) {
    return db.is(Tables.METADATA, "localhost", "buffer_model", "dynamic");
  }
}
