package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import dev.losslessd.model.WatchdogRange;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Knobs of a cell or two. */
final class PlainKnobs {
  private PlainKnobs() {}

  /** Knob of the field {@code mtu} in the table PORT. */
  static final class OfMtu implements PortKnob {
    /** Least MTU in bytes; the range is 68..9216 (sonic-port.yang). */
    private static final int LEAST = 68;

    private static final int MOST = 9216;

    @Override
    public SettingKind kind() {
      return SettingKind.MTU;
    }

    @Override
    public Owned owned(String port) {
      return Owned.fields(new Row(Tables.PORT, port), "mtu");
    }

    @Override
    public Told read(ConfigDb db, String port) {
      Row row = new Row(Tables.PORT, port);
      String text = db.get(row, "mtu").orElse("nothing");
      if (!text.matches("\\d{2,5}")
          || Integer.parseInt(text) > Mtu.LARGEST
          || Integer.parseInt(text) < Mtu.SMALLEST) {
        throw PortKnob.garbled(row, "mtu", text, "bytes");
      }
      return new Told(new Mtu(Integer.parseInt(text)));
    }

    @Override
    public void write(ConfigDb draft, String port, Setting wanted) {
      int bytes = ((Mtu) wanted).bytes();
      if (bytes < LEAST || bytes > MOST) {
        throw DeviceException.unsupported(
            "mtu " + bytes + " of " + port + ": SONiC takes " + LEAST + ".." + MOST);
      }
      draft.set(new Row(Tables.PORT, port), "mtu", "" + bytes);
    }
  }

  /** A port that names a map of DSCP, or whose switch does, classifies by it. */
  static final class OfTrust implements PortKnob {
    @Override
    public SettingKind kind() {
      return SettingKind.TRUST;
    }

    @Override
    public Owned owned(String port) {
      return Owned.fields(new Row(Tables.PORT_QOS_MAP, port), RowReferences.DSCP_MAP);
    }

    @Override
    public Told read(ConfigDb db, String port) {
      boolean dscp = DscpMaps.of(db, port).isPresent();
      boolean pcp =
          PortRows.of(db, Tables.PORT_QOS_MAP, port)
              .flatMap(row -> db.get(row, "dot1p_to_tc_map"))
              .isPresent();
      return dscp
          ? new Told(new Trust(Trust.Field.DSCP))
          : new Told(
              new Trust(Trust.Field.PCP),
              pcp ? "" : "no map of either field: all packets have traffic class 0");
    }

    @Override
    public void write(ConfigDb draft, String port, Setting wanted) {
      Row row = PortRows.own(draft, Tables.PORT_QOS_MAP, port);
      if (((Trust) wanted).field() == Trust.Field.DSCP) {
        if (DscpMaps.of(draft, port).isEmpty()) {
          Row map = DscpMaps.main(draft);
          if (!draft.has(map)) {
            throw DeviceException.unsupported(
                port + " trust dscp: there is no " + map.text() + "; set dscp of the switch first");
          }
          RowReferences.set(draft, row, RowReferences.DSCP_MAP, map);
        }
      } else if (draft.has(DscpMaps.GLOBAL)) {
        throw DeviceException.unsupported(
            port + " trust pcp: " + DscpMaps.GLOBAL.text() + " classifies all ports by DSCP");
      } else {
        draft.unsetWithRow(row, RowReferences.DSCP_MAP);
      }
    }
  }

  /** {@code PFC_WD|port}, and which queues are watched. */
  static final class OfWatchdog implements PortKnob {
    /** {@code pfcwd start_default} has these; a switch may poll less often (pfcwd/main.py). */
    private static final int DETECT_MILLIS = 200;

    private static final int LEAST_MILLIS = 100;
    private static final int MOST_DETECT = 5000;
    private static final int MOST_RESTORE = 60_000;
    private static final String ACTION = "action";
    private static final String DETECTION = "detection_time";
    private static final String RESTORATION = "restoration_time";

    private static final Row GLOBAL = new Row(Tables.PFC_WD, "GLOBAL");

    private final Supplier<Image> image;

    OfWatchdog() {
      this(() -> Image.UNKNOWN);
    }

    OfWatchdog(Supplier<Image> image) {
      this.image = image;
    }

    @Override
    public SettingKind kind() {
      return SettingKind.PFC_WATCHDOG;
    }

    @Override
    public Owned owned(String port) {
      return Owned.fields(new Row(Tables.PORT_QOS_MAP, port), PfcKnob.WATCHED)
          .andWhole(new Row(Tables.PFC_WD, port)::equals);
    }

    @Override
    public Told read(ConfigDb db, String port) {
      if (!db.has(new Row(Tables.PFC_WD, port))) {
        return new Told(PfcWatchdog.OFF);
      }
      PrioritySet missing = unwatched(db, port, image.get());
      return missing.isEmpty()
          ? new Told(values(db, port))
          : new Told(PfcWatchdog.OFF, "PFC_WD is there, but pfcwd_sw_enable leaves out " + missing);
    }

    /** Priorities that the port pauses, and that a watchdog would not watch. */
    static PrioritySet unwatched(ConfigDb db, String port, Image image) {
      if (!image.watchesByOwnField()) {
        return PrioritySet.NONE;
      }
      PrioritySet watched = PfcKnob.list(db, port, PfcKnob.WATCHED).orElse(PrioritySet.NONE);
      return new PrioritySet(PfcKnob.enabled(db, port).mask() & ~watched.mask());
    }

    /** Without a word for it the action is to drop (sonic-swss, pfcwdorch.cpp). */
    private static PfcWatchdog values(ConfigDb db, String port) {
      Row row = new Row(Tables.PFC_WD, port);
      String action = db.get(row, ACTION).orElse("drop");
      return new PfcWatchdog(
          true,
          millis(db, row, DETECTION),
          millis(db, row, RESTORATION),
          PfcWatchdog.Action.ofWord(action)
              .orElseThrow(() -> PortKnob.garbled(row, ACTION, action, "drop, forward or alert")));
    }

    private static @Nullable Integer millis(ConfigDb db, Row row, String field) {
      String text = db.get(row, field).orElse("0");
      if (!text.matches("\\d{1,5}")) {
        throw PortKnob.garbled(row, field, text, "milliseconds, 100..60000");
      }
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

    @Override
    public void write(ConfigDb draft, String port, Setting wanted) {
      Row row = new Row(Tables.PFC_WD, port);
      PfcWatchdog watchdog = (PfcWatchdog) wanted;
      if (!watchdog.on()) {
        draft.remove(row);
        return;
      }
      PrioritySet paused = PfcKnob.enabled(draft, port);
      if (paused.isEmpty()) {
        throw DeviceException.unsupported(
            port + " pfc-watchdog: pfcwd skips a port without PFC; set its pfc first");
      }
      if (!unwatched(draft, port, image.get()).isEmpty()) {
        draft.set(
            PortRows.own(draft, Tables.PORT_QOS_MAP, port), PfcKnob.WATCHED, PfcKnob.text(paused));
      }
      PfcWatchdog values =
          (PfcWatchdog)
              watchdog.completedBy(draft.has(row) ? values(draft, port) : usual(draft, watchdog));
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
      String text = db.get(GLOBAL, "POLL_INTERVAL").orElse("0");
      if (!text.matches("\\d{1,4}")) {
        throw PortKnob.garbled(GLOBAL, "POLL_INTERVAL", text, "milliseconds, 100..1000");
      }
      return Integer.parseInt(text);
    }
  }
}
