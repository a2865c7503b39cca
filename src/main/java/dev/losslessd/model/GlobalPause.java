package dev.losslessd.model;

/**
 * 802.3x link pause of a port. It is not PFC: it stops every priority, and a NIC's firmware allows
 * only one of the two. mlx5 starts with both directions on.
 *
 * @param receive the port stops sending when asked
 * @param send the port asks its peer to stop
 */
public record GlobalPause(boolean receive, boolean send) implements Setting {
  public static final GlobalPause OFF = new GlobalPause(false, false);

  @Override
  public SettingKind kind() {
    return SettingKind.GLOBAL_PAUSE;
  }

  @Override
  public String text() {
    return !receive && !send ? "off" : receive && send ? "on" : receive ? "rx" : "tx";
  }
}
