package dev.losslessd.model;

/**
 * Whether a switch, or one port of it, shuts a queue that its peer pauses for too long.
 *
 * @param on default on every switch: off
 */
public record PfcWatchdog(boolean on) implements Setting {
  public static final PfcWatchdog OFF = new PfcWatchdog(false);

  @Override
  public SettingKind kind() {
    return SettingKind.PFC_WATCHDOG;
  }

  @Override
  public String text() {
    return on ? "on" : "off";
  }
}
