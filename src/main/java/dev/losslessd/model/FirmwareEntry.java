package dev.losslessd.model;

import org.jspecify.annotations.Nullable;

/**
 * One entry of a NIC's non-volatile configuration: three values, of which only one is in force.
 * Each is as {@link FirmwareConfig} has it; what is not one word or number, such as an array, is as
 * the firmware's tool shows it.
 *
 * @param name {@code CNP_DSCP_P1}
 * @param usual the firmware's default; null where it does not tell
 * @param current what is in force; null where the firmware does not tell
 * @param next what will be in force after a reset of the firmware
 * @param readOnly whether it cannot be set at all
 */
public record FirmwareEntry(
    String name, @Nullable String usual, @Nullable String current, String next, boolean readOnly) {
  /** Whether a reset changes it. */
  public boolean waits() {
    return current != null && !current.equals(next);
  }

  /** Whether every value is one that {@link FirmwareConfig} can have. */
  public boolean isPlain() {
    return FirmwareConfig.NAME.matcher(name).matches()
        && FirmwareConfig.VALUE.matcher(next).matches()
        && (current == null || FirmwareConfig.VALUE.matcher(current).matches());
  }
}
