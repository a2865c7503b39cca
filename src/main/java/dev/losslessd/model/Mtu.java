package dev.losslessd.model;

/**
 * The largest packet of a port, as the device itself counts it: on NX-OS the interface's {@code
 * mtu}.
 *
 * @param bytes 64..65535; Ethernet's default is 1500
 */
public record Mtu(int bytes) implements Setting {
  public static final int SMALLEST = 64;
  public static final int LARGEST = 65_535;

  public Mtu {
    if (bytes < SMALLEST || bytes > LARGEST) {
      throw new IllegalArgumentException(
          "MTU " + bytes + " is outside " + SMALLEST + ".." + LARGEST);
    }
  }

  @Override
  public SettingKind kind() {
    return SettingKind.MTU;
  }

  @Override
  public String text() {
    return Integer.toString(bytes);
  }
}
