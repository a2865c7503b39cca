package dev.losslessd.model;

/**
 * The priorities that a whole switch carries without drop (NX-OS network-qos {@code pause
 * pfc-cos}). Which ports use them is each port's {@link Pfc}.
 *
 * @param priorities default on every switch: none
 */
public record Lossless(PrioritySet priorities) implements Setting {
  public static final Lossless NONE = new Lossless(PrioritySet.NONE);

  @Override
  public SettingKind kind() {
    return SettingKind.LOSSLESS;
  }

  @Override
  public String text() {
    return priorities.toString();
  }
}
