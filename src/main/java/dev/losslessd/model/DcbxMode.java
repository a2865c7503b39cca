package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import dev.losslessd.text.Worded;

/**
 * Who decides on the DCB settings of a port: the host, or the NIC's firmware, which takes what its
 * peer proposes by DCBX (mlx5 calls the two host mode and auto mode).
 */
public record DcbxMode(Decider decider) implements NicSetting {
  /** The one that decides. */
  public enum Decider implements Worded {
    HOST,
    FIRMWARE;
  }

  static final SettingShape<DcbxMode> SHAPE =
      SettingShape.of(
          DcbxMode.class,
          "dcbx host, dcbx firmware",
          DcbxMode::new,
          field(
              "decider",
              FieldType.choice(Decider.values(), Decider::word),
              DcbxMode::decider,
              "who decides on the DCB settings"));

  public static final DcbxMode HOST = new DcbxMode(Decider.HOST);
  public static final DcbxMode FIRMWARE = new DcbxMode(Decider.FIRMWARE);
}
