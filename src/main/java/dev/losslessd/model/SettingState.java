package dev.losslessd.model;

import java.util.Locale;

/** How a wanted setting stands on its device. */
public enum SettingState {
  AS_WANTED,
  /** The device shows another value, or will after the event that it waits for. */
  DRIFT,
  /** On its way: it comes with an event, or an open commit has it. */
  STAGED,
  /** Neither right nor wrong: it was not read, not since it was written, or too long ago. */
  UNKNOWN,
  /** The device has no such setting. */
  UNSUPPORTED;

  /** Returns the state of a setting that no commit holds. */
  public static SettingState of(Setting wanted, Reading reading) {
    return switch (reading) {
      case Reading.Value value ->
          value.whole() && holds(wanted, value.setting()) ? AS_WANTED : DRIFT;
      case Reading.Staged staged -> of(wanted, staged);
      case Reading.Unsupported _ -> UNSUPPORTED;
      case Reading.Unread _ -> UNKNOWN;
    };
  }

  /** What its event takes away is adrift already. */
  private static SettingState of(Setting wanted, Reading.Staged staged) {
    if (!staged.comes(wanted)) {
      return DRIFT;
    }
    return staged.inForce().filter(now -> holds(wanted, now)).isPresent() ? AS_WANTED : STAGED;
  }

  private static boolean holds(Setting wanted, Setting is) {
    return wanted.kind() == is.kind() && wanted.over(is).equals(is);
  }

  /** As in a label of the page: {@code as_wanted}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
