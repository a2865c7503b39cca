package dev.losslessd.model;

import static dev.losslessd.model.FieldType.choice;
import static dev.losslessd.model.FieldType.field;
import static dev.losslessd.model.FieldType.struct;
import static dev.losslessd.model.FieldType.whole;

import dev.losslessd.model.FieldType.Flag;
import dev.losslessd.model.FieldType.Whole;
import dev.losslessd.text.Worded;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whether a switch, or one port of it, shuts a queue that its peer pauses for too long. As an
 * intent it leaves to the device what is null; as an observation it has what the device tells.
 *
 * @param on default on every switch: off
 * @param detectMillis paused this long is a storm
 * @param restoreMillis quiet this long ends it
 * @param action what happens to the queue meanwhile
 */
public record PfcWatchdog(
    boolean on,
    @Nullable Integer detectMillis,
    @Nullable Integer restoreMillis,
    @Nullable Action action)
    implements SwitchSetting {
  public static final PfcWatchdog OFF = new PfcWatchdog(false);

  /** Longest time of any system, in milliseconds: 1000 polls of 5 seconds, on NVUE. */
  public static final int LONGEST_MILLIS = 5_000_000;

  /** What is done with the packets of a queue while its storm lasts. */
  public enum Action implements Worded {
    /** They are dropped, and so is what comes. */
    DROP,
    /** They are sent although the peer pauses. */
    FORWARD,
    /** Nothing but a message. */
    ALERT;
  }

  private static final Whole<Integer> DETECT_MILLIS = whole("detectMillis", 1, LONGEST_MILLIS);
  private static final Whole<Integer> RESTORE_MILLIS = whole("restoreMillis", 1, LONGEST_MILLIS);
  private static final Field<PfcWatchdog, Boolean> ON =
      field("on", new Flag(), PfcWatchdog::on, "shuts a queue paused for too long");
  private static final Field<PfcWatchdog, Integer> DETECT =
      own("detectMillis", DETECT_MILLIS, PfcWatchdog::detectMillis, "paused this long is a storm");
  private static final Field<PfcWatchdog, Integer> RESTORE =
      own("restoreMillis", RESTORE_MILLIS, PfcWatchdog::restoreMillis, "quiet this long ends it");
  private static final Field<PfcWatchdog, Action> ACTION =
      own(
          "action",
          choice(Action.values(), Action::word),
          PfcWatchdog::action,
          "what happens to the queue");

  static final SettingShape<PfcWatchdog> SHAPE =
      SettingShape.of(
          PfcWatchdog.class,
          struct(List.of(ON, DETECT, RESTORE, ACTION), PfcWatchdog::of),
          "pfc-watchdog on, pfc-watchdog on detectMillis=200 restoreMillis=2000 action=drop");

  /** Creates a watchdog whose times and action are the device's own. */
  private static <A> Field<PfcWatchdog, A> own(
      String name, FieldType<A> type, Function<PfcWatchdog, @Nullable A> get, String help) {
    return field(name, type, get, help + "; absent leaves it to the switch").optional();
  }

  public PfcWatchdog(boolean on) {
    this(on, null, null, null);
  }

  public PfcWatchdog {
    if (!on && (detectMillis != null || restoreMillis != null || action != null)) {
      throw new IllegalArgumentException("a watchdog that is off has no times and no action");
    }
    if (detectMillis != null) {
      DETECT_MILLIS.require(detectMillis);
    }
    if (restoreMillis != null) {
      RESTORE_MILLIS.require(restoreMillis);
    }
  }

  private static PfcWatchdog of(Map<String, Object> plain) {
    return new PfcWatchdog(
        ON.need(plain), DETECT.find(plain), RESTORE.find(plain), ACTION.find(plain));
  }

  @Override
  public Setting completedBy(Setting observed) {
    if (!on || !(observed instanceof PfcWatchdog there)) {
      return this;
    }
    return new PfcWatchdog(
        true,
        detectMillis == null ? there.detectMillis : detectMillis,
        restoreMillis == null ? there.restoreMillis : restoreMillis,
        action == null ? there.action : action);
  }
}
