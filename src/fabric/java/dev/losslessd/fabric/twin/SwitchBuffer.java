package dev.losslessd.fabric.twin;

/**
 * The lossless buffer of one switch queue.
 *
 * @param xoffBytes the queue at which the senders are paused
 * @param xonBytes the queue at which they may go on
 * @param headroomBytes room above XOFF, per sender, for what is in flight when the pause is sent
 */
public record SwitchBuffer(long xoffBytes, long xonBytes, long headroomBytes) {
  public SwitchBuffer {
    if (xonBytes < 0 || xoffBytes <= xonBytes || headroomBytes < 0) {
      throw new IllegalArgumentException(
          "XOFF %d, XON %d, headroom %d bytes: expected 0 <= XON < XOFF, headroom >= 0"
              .formatted(xoffBytes, xonBytes, headroomBytes));
    }
  }

  /**
   * The queue at which packets of the default class are dropped. It is well below XOFF, so that
   * what may be lost does not stop what may not.
   */
  long defaultClassBytes() {
    return xoffBytes / 4;
  }

  /** The twin's default, 700, 600 and 120 KB at 100 Gb/s, in proportion to the rate. */
  public static SwitchBuffer ofRate(long mbps) {
    return new SwitchBuffer(
        700_000 * mbps / 100_000, 600_000 * mbps / 100_000, 120_000 * mbps / 100_000);
  }
}
