package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

/**
 * The traffic class of the RDMA connections of a port that the kernel's driver makes, whatever the
 * application asked for: the file {@code tc/N/traffic_class} of NVIDIA's driver. Queue pairs of
 * DevX, which GPUs use by themselves, do not take it (NVIDIA/nvshmem#25, NVIDIA/nccl#2383).
 *
 * @param value 0..255: DSCP times 4, and the ECN bits; {@link #UNSET} leaves it to applications
 */
public record TrafficClass(int value) implements NicSetting {
  public static final int UNSET = -1;
  public static final int LARGEST = 255;

  private static final FieldType.Whole<Integer> VALUE =
      FieldType.whole("traffic class", UNSET, LARGEST);

  public static final TrafficClass NONE = new TrafficClass(UNSET);

  static final SettingShape<TrafficClass> SHAPE =
      SettingShape.of(
              TrafficClass.class,
              "traffic-class 106, traffic-class none",
              TrafficClass::new,
              field(
                  "value",
                  VALUE,
                  TrafficClass::value,
                  "DSCP times 4, and the ECN bits; -1 is none"))
          .named("none", NONE);

  public TrafficClass {
    VALUE.require(value);
  }

  /** {@code 106 (DSCP 26)}, {@code none}. */
  @Override
  public String text() {
    return value == UNSET ? "none" : value + " (DSCP " + (value >> 2) + ")";
  }
}
