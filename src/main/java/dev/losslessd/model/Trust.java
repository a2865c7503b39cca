package dev.losslessd.model;

import java.util.Locale;

/**
 * What a port classifies received packets by. On Linux NICs it is not a knob of its own: a NIC that
 * has any DSCP entry trusts DSCP (drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c), so it is
 * observed here and set through {@link DscpMap}.
 */
public record Trust(Field field) implements Setting {
  /** The header field that decides. */
  public enum Field {
    PCP,
    DSCP
  }

  @Override
  public SettingKind kind() {
    return SettingKind.TRUST;
  }

  @Override
  public String text() {
    return field.name().toLowerCase(Locale.ROOT);
  }
}
