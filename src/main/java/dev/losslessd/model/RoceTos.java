package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

/**
 * The type of service of connections that applications make through rdma_cm and leave to the
 * system: the kernel's {@code default_roce_tos}. Connections that are there keep theirs; libraries
 * that open queue pairs themselves, as NCCL, do not look at it.
 *
 * @param tos 0..255: DSCP times 4, and the ECN bits, which hardware sets itself; kernel default 0
 */
public record RoceTos(int tos) implements NicSetting {
  public static final int LARGEST = 255;

  private static final FieldType.Whole<Integer> TOS =
      FieldType.whole("type of service", 0, LARGEST);

  static final SettingShape<RoceTos> SHAPE =
      SettingShape.of(
          RoceTos.class,
          "roce-tos 106 (DSCP 26 times 4, and 2)",
          RoceTos::new,
          field("tos", TOS, RoceTos::tos, "DSCP times 4, and the ECN bits"));

  /** ECT(0) of RFC 3168: a switch may mark the packet instead of dropping it. */
  private static final int ECT0 = 2;

  public RoceTos {
    TOS.require(tos);
  }

  /** The byte for RoCE of a class: 106 for DSCP 26, as NVIDIA's guides and UCX have it. */
  public static RoceTos of(Dscp dscp) {
    return new RoceTos(dscp.value() << 2 | ECT0);
  }

  /** The ToS byte and its DSCP: {@code 106 (DSCP 26)}. */
  @Override
  public String text() {
    return tos + " (DSCP " + (tos >> 2) + ")";
  }
}
