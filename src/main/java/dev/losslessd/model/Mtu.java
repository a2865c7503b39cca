package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

/**
 * The largest packet of a port, as the device itself counts it: on NX-OS the interface's {@code
 * mtu}.
 *
 * @param bytes 64..65535; Ethernet's default is 1500
 */
public record Mtu(int bytes) implements NicSetting, SwitchSetting {
  public static final int SMALLEST = 64;
  public static final int LARGEST = 65_535;

  private static final FieldType.Whole<Integer> BYTES = FieldType.whole("MTU", SMALLEST, LARGEST);

  static final SettingShape<Mtu> SHAPE =
      SettingShape.of(
          Mtu.class,
          "mtu 9216",
          Mtu::new,
          field("bytes", BYTES, Mtu::bytes, "largest packet as the device counts it"));

  public Mtu {
    BYTES.require(bytes);
  }
}
