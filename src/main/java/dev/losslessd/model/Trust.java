package dev.losslessd.model;

import dev.losslessd.text.Worded;

/**
 * What a port classifies received packets by. On Linux NICs it is not a setting of its own: a NIC
 * that has any DSCP entry trusts DSCP (drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c), so it
 * is observed here and set through {@link DscpMap}.
 */
public record Trust(Field field) implements NicSetting, SwitchSetting {
  /** The header field that decides. */
  public enum Field implements Worded {
    PCP,
    DSCP;
  }

  static final SettingShape<Trust> SHAPE =
      SettingShape.of(
          Trust.class,
          "trust dscp",
          Trust::new,
          FieldType.field(
              "field",
              FieldType.choice(Field.values(), Field::word),
              Trust::field,
              "header field that decides"));
}
