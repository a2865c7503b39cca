package dev.losslessd.model;

/**
 * The type of service of connections that applications make through rdma_cm and leave to the
 * system: the kernel's {@code default_roce_tos}. Connections that are there keep theirs; libraries
 * that open queue pairs themselves, as NCCL, do not look at it.
 *
 * @param tos 0..255: DSCP times 4, and the ECN bits, which hardware sets itself; kernel default 0
 */
public record RoceTos(int tos) implements Setting {
  public static final int LARGEST = 255;

  public RoceTos {
    if (tos < 0 || tos > LARGEST) {
      throw new IllegalArgumentException("type of service " + tos + " is outside 0.." + LARGEST);
    }
  }

  @Override
  public SettingKind kind() {
    return SettingKind.ROCE_TOS;
  }

  /** The ToS byte and its DSCP: {@code 106 (DSCP 26)}. */
  @Override
  public String text() {
    return tos + " (DSCP " + (tos >> 2) + ")";
  }
}
