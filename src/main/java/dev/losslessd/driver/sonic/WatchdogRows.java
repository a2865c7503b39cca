package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.WatchdogRange;
import dev.losslessd.text.Worded;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code PFC_WD|port}, and which queues are watched. */
final class WatchdogRows {
  /** {@code pfcwd start_default} has these; a switch may poll less often (pfcwd/main.py). */
  private static final int DETECT_MILLIS = 200;

  private static final int LEAST_MILLIS = 100;
  private static final int MOST_DETECT = 5000;
  private static final int MOST_RESTORE = 60_000;
  private static final String ACTION = "action";
  private static final String DETECTION = "detection_time";
  private static final String RESTORATION = "restoration_time";

  private static final Row GLOBAL = new Row(Tables.PFC_WD, "GLOBAL");

  private WatchdogRows() {}

  /**
   * @param image that the switch runs, as far as it is known
   */
  static PortSetting setting(Supplier<Image> image) {
    return new PortSetting(
        SettingKind.PFC_WATCHDOG,
        WatchdogRows::owned,
        (db, port) -> read(db, port, image),
        (draft, port, wanted) -> write(draft, port, (PfcWatchdog) wanted, image));
  }

  private static Owned owned(String port) {
    return Owned.fields(new Row(Tables.PORT_QOS_MAP, port), PfcRows.WATCHED)
        .andWhole(new Row(Tables.PFC_WD, port)::equals);
  }

  /**
   * Reads the watchdog of a port, which is on for the priorities that it watches.
   *
   * @throws DeviceException UNSUPPORTED where that depends on an unknown release
   */
  static Reading.Value read(ConfigDb db, String port, Supplier<Image> image) {
    Optional<String> forced = forced(db, port);
    if (!db.has(new Row(Tables.PFC_WD, port))) {
      return new Reading.Value(PfcWatchdog.OFF, "", forced.orElse(""), forced.isEmpty());
    }
    PrioritySet paused = PfcRows.enabled(db, port);
    PrioritySet named = named(db, port);
    boolean all = named.equals(paused);
    Optional<Boolean> byField = all ? Optional.of(true) : image.get().watchesByOwnField();
    if (named.isEmpty() && byField.isEmpty()) {
      throw DeviceException.unsupported(
          ("%s: PFC_WD is there, pfcwd_sw_enable names none of %s, and the image does not state its"
                  + " release: up to 202111 the watchdog runs, later it does not")
              .formatted(port, paused));
    }
    boolean on = all || !named.isEmpty() || !byField.orElse(true);
    String partial = all || !byField.orElse(true) ? "" : partial(paused, named);
    String note = InverseWords.joined(partial, forced.orElse(""));
    return new Reading.Value(on ? values(db, port) : PfcWatchdog.OFF, "", note, forced.isEmpty());
  }

  /** SONiC's own template leaves out what two top-of-rack switches tunnel (qos_config.j2). */
  private static String partial(PrioritySet paused, PrioritySet named) {
    PrioritySet missing = new PrioritySet(paused.mask() & ~named.mask());
    return (named.isEmpty() ? "PFC_WD is there, but" : "watches " + named + " of " + paused + ":")
        + " pfcwd_sw_enable leaves out "
        + missing;
  }

  /** Priorities that the port pauses and that the field for the watchdog names. */
  private static PrioritySet named(ConfigDb db, String port) {
    PrioritySet field = PfcRows.list(db, port, PfcRows.WATCHED).orElse(PrioritySet.NONE);
    return new PrioritySet(PfcRows.enabled(db, port).mask() & field.mask());
  }

  /** Whether a watchdog that is switched on would watch nothing as the port is. */
  static boolean watchesNothing(ConfigDb db, String port, Supplier<Image> image) {
    return named(db, port).isEmpty()
        && !PfcRows.enabled(db, port).isEmpty()
        && image.get().watchesByOwnField().orElse(true);
  }

  /**
   * Returns what the big red switch does to a port; empty where it is off. It drops all packets of
   * the queues to be watched, with and without a row for the port (sonic-swss, pfcwdsworch.cpp).
   */
  static Optional<String> forced(ConfigDb db, String port) {
    return PfcRows.enabled(db, port).isEmpty()
        ? Optional.empty()
        : forced(db).map(switched -> switched + " of the queues that a watchdog may watch");
  }

  /** Returns what the big red switch does to all ports; empty where it is off. */
  static Optional<String> forced(ConfigDb db) {
    return db.get(GLOBAL, "BIG_RED_SWITCH")
        .filter("enable"::equals)
        .map(_ -> "BIG_RED_SWITCH is on and drops all packets");
  }

  /** Without a word for it the action is to drop (sonic-swss, pfcwdorch.cpp). */
  private static PfcWatchdog values(ConfigDb db, String port) {
    Row row = new Row(Tables.PFC_WD, port);
    String action = db.get(row, ACTION).orElse("drop");
    return new PfcWatchdog(
        true,
        millis(db, row, DETECTION),
        millis(db, row, RESTORATION),
        Worded.find(PfcWatchdog.Action.class, action)
            .orElseThrow(() -> row.garbled(ACTION, action, "drop, forward or alert")));
  }

  private static @Nullable Integer millis(ConfigDb db, Row row, String field) {
    String text = db.get(row, field, "0", "\\d{1,5}", "milliseconds, 100..60000");
    return text.equals("0") ? null : Integer.valueOf(text);
  }

  /**
   * Ranges of sonic-pfcwd.yang; a time must not be below the polling interval. A watch of the
   * queues begins anew with a new value.
   */
  static WatchdogRange range(ConfigDb db) {
    int least = Math.max(LEAST_MILLIS, poll(db));
    return new WatchdogRange(
        new WatchdogRange.Times(least, MOST_DETECT, 1),
        new WatchdogRange.Times(least, MOST_RESTORE, 1),
        Set.of(PfcWatchdog.Action.values()),
        false,
        "");
  }

  private static void write(
      ConfigDb draft, String port, PfcWatchdog wanted, Supplier<Image> image) {
    Row row = new Row(Tables.PFC_WD, port);
    if (!wanted.on()) {
      draft.remove(row);
      return;
    }
    PrioritySet paused = PfcRows.enabled(draft, port);
    if (paused.isEmpty()) {
      throw DeviceException.unsupported(
          port + " pfc-watchdog: pfcwd skips a port without PFC; set its pfc first");
    }
    // which of several it watches is for others to say: it is not widened
    if (watchesNothing(draft, port, image)) {
      draft.set(PortRows.own(draft, Tables.PORT_QOS_MAP, port), PfcRows.WATCHED, paused.toString());
    }
    PfcWatchdog values =
        (PfcWatchdog)
            wanted.completedBy(draft.has(row) ? values(draft, port) : usual(draft, wanted));
    if (!draft.has(row) || !values.equals(values(draft, port))) {
      set(draft, row, values);
    }
  }

  /** Values of a port that had none, as pfcwd gives them: it restores after twice the time. */
  private static PfcWatchdog usual(ConfigDb draft, PfcWatchdog wanted) {
    Integer stated = wanted.detectMillis();
    int detect = stated == null ? Math.max(DETECT_MILLIS, poll(draft)) : stated;
    return new PfcWatchdog(true, detect, 2 * detect, PfcWatchdog.Action.DROP);
  }

  private static void set(ConfigDb draft, Row row, PfcWatchdog values) {
    PfcWatchdog.Action action = values.action();
    draft.set(row, ACTION, action == null ? "drop" : action.word());
    if (values.detectMillis() != null) {
      draft.set(row, DETECTION, "" + values.detectMillis());
    }
    if (values.restoreMillis() != null) {
      draft.set(row, RESTORATION, "" + values.restoreMillis());
    }
  }

  /** Times must not be below it (sonic-pfcwd.yang). */
  private static int poll(ConfigDb db) {
    return Integer.parseInt(
        db.get(GLOBAL, "POLL_INTERVAL", "0", "\\d{1,4}", "milliseconds, 100..1000"));
  }
}
