package dev.losslessd.model;

import org.jspecify.annotations.Nullable;

/**
 * The DSCP that a host writes into every RDMA packet that it sends, whatever its applications ask
 * for. nmlx5_rdma of ESXi calls it {@code dscp_force}.
 *
 * @param forced null where each application has its own; 0..63
 */
public record RdmaDscp(@Nullable Dscp forced) implements Setting {
  /** Each application has its own. */
  public static final RdmaDscp NONE = new RdmaDscp(null);

  public static RdmaDscp of(int dscp) {
    return new RdmaDscp(Dscp.of(dscp));
  }

  @Override
  public SettingKind kind() {
    return SettingKind.RDMA_DSCP;
  }

  @Override
  public String text() {
    return forced == null ? "none" : forced.toString();
  }
}
