package dev.losslessd.formulas;

/**
 * Receive buffer of an mlx5 port that has a lossless priority: Linux
 * drivers/net/ethernet/mellanox/mlx5/core/en/port_buffer.c. Integer arithmetic, as there.
 */
public final class NicHeadroom {
  /** Slower links are reckoned as this. */
  private static final long SLOWEST_MBPS = 40_000;

  /** The netdev's max_mtu is at least this. */
  public static final int LEAST_MAX_MTU = 9216;

  private NicHeadroom() {}

  /**
   * Bytes between the XOFF threshold and the end of the buffer.
   *
   * @param span with the MTU of the netdev
   */
  public static long xoffBytes(Span span) {
    long rate = Math.max(span.rateMbps(), SLOWEST_MBPS);
    return (301 + 216L * span.cableMetres() / 100) * rate / 1000 + 272L * span.mtuBytes() / 100;
  }

  /**
   * The smallest buffer that the driver takes for a lossless priority; a smaller one is ENOMEM.
   *
   * @param maxMtuBytes the netdev's max_mtu; raised to {@link #LEAST_MAX_MTU}
   * @param cellBytes 128, or 256 on newer NICs
   */
  public static long leastBuffer(Span span, int maxMtuBytes, int cellBytes) {
    return xoffBytes(span) + Math.max(maxMtuBytes, LEAST_MAX_MTU) + cellBytes;
  }
}
