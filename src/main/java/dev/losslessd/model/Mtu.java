package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import dev.losslessd.text.Pattern;
import java.util.Optional;

/**
 * The largest IP packet of a port, without Ethernet header, VLAN tags and check sum: what Linux
 * counts for a netdev. Drivers of systems that count more convert.
 *
 * @param bytes of IP packet, 64..65535; Ethernet's default is 1500
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
          field(
              "bytes",
              BYTES,
              Mtu::bytes,
              "largest IP packet, without Ethernet header and VLAN tags"));

  /** Returns the MTU that a device prints in bytes; empty where it is none. */
  public static Optional<Mtu> parse(String text) {
    return Optional.of(text)
        .filter(number -> Pattern.matches("\\d{2,5}", number))
        .map(Integer::valueOf)
        .filter(bytes -> bytes >= SMALLEST && bytes <= LARGEST)
        .map(Mtu::new);
  }

  public Mtu {
    BYTES.require(bytes);
  }
}
