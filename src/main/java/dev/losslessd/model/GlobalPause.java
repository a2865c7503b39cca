package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import dev.losslessd.model.FieldType.Flag;

/**
 * 802.3x link pause of a port. It is not PFC: it stops every priority, and a NIC's firmware allows
 * only one of the two. mlx5 starts with both directions on.
 *
 * @param receive the port stops sending when asked
 * @param send the port asks its peer to stop
 */
public record GlobalPause(boolean receive, boolean send) implements NicSetting, SwitchSetting {
  public static final GlobalPause OFF = new GlobalPause(false, false);

  static final SettingShape<GlobalPause> SHAPE =
      SettingShape.of(
              GlobalPause.class,
              FieldType.struct(
                  GlobalPause::new,
                  field("receive", new Flag(), GlobalPause::receive, "stops sending when asked"),
                  field("send", new Flag(), GlobalPause::send, "asks the peer to stop")),
              "global-pause off")
          .named("off", OFF)
          .named("on", new GlobalPause(true, true))
          .named("rx", new GlobalPause(true, false))
          .named("tx", new GlobalPause(false, true));
}
