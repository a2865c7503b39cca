package dev.losslessd.model;

/**
 * The traffic class of every RDMA connection of a port, whatever its application asked for: the
 * file {@code tc/N/traffic_class} of NVIDIA's driver.
 *
 * @param value 0..255: DSCP times 4, and the ECN bits; {@link #UNSET} leaves it to applications
 */
public record TrafficClass(int value) implements Setting {
  public static final int UNSET = -1;
  public static final int LARGEST = 255;

  public static final TrafficClass NONE = new TrafficClass(UNSET);

  public TrafficClass {
    if (value < UNSET || value > LARGEST) {
      throw new IllegalArgumentException(
          "traffic class " + value + " is outside 0.." + LARGEST + ", " + UNSET + " is none");
    }
  }

  @Override
  public SettingKind kind() {
    return SettingKind.TRAFFIC_CLASS;
  }

  /** {@code 106 (DSCP 26)}, {@code none}. */
  @Override
  public String text() {
    return value == UNSET ? "none" : value + " (DSCP " + (value >> 2) + ")";
  }
}
