package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

/**
 * Priority flow control of a port: the priorities that pause the peer instead of dropping
 * (802.1Qbb). Send and receive always together, as dcbnl's {@code pfc_en} has it.
 *
 * @param lossless default on every NIC: none
 */
public record Pfc(PrioritySet lossless) implements NicSetting, SwitchSetting {
  public static final Pfc OFF = new Pfc(PrioritySet.NONE);

  static final SettingShape<Pfc> SHAPE =
      SettingShape.of(
          Pfc.class,
          "pfc 3, pfc 3,4, pfc none",
          Pfc::new,
          field("lossless", PrioritySet.TYPE, Pfc::lossless, "priorities that pause"));
}
