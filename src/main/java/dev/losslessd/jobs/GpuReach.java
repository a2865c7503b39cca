package dev.losslessd.jobs;

/**
 * How far GPUs are from NICs, as far as NCCL cares.
 *
 * @param level for NCCL_NET_GDR_LEVEL; empty where its default is to stand
 * @param reason of the level, or why none is set
 */
public record GpuReach(String level, String reason) {
  /** The value before anybody has looked. */
  public static final GpuReach UNKNOWN =
      unset(
          "its default PXB permits GPUDirect behind PCIe switches; the distance of GPUs to NICs is"
              + " not known here");

  public static GpuReach unset(String why) {
    return new GpuReach("", why);
  }
}
