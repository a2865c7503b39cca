package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

/**
 * The priorities that a whole switch carries without drop (NX-OS network-qos {@code pause
 * pfc-cos}). Which ports use them is each port's {@link Pfc}.
 *
 * @param priorities default on every switch: none
 */
public record Lossless(PrioritySet priorities) implements SwitchSetting {
  public static final Lossless NONE = new Lossless(PrioritySet.NONE);

  static final SettingShape<Lossless> SHAPE =
      SettingShape.of(
          Lossless.class,
          "lossless 3, lossless none",
          Lossless::new,
          field("priorities", PrioritySet.TYPE, Lossless::priorities, "carried without drop"));
}
