package dev.losslessd.model;

/**
 * The MTU of RDMA packets of a port, {@code active_mtu} of ibv_query_port(3): the largest payload
 * of one packet.
 *
 * @param bytes 256, 512, 1024, 2048 or 4096
 * @param source how it is known
 */
public record RdmaMtu(int bytes, Source source) {
  /** Origin of the value. */
  public enum Source {
    /** The RDMA device told it. */
    DEVICE,
    /** The rule of the kernel driver gives it for the netdev's MTU; nobody asked the device. */
    COMPUTED
  }

  public static final int SMALLEST = 256;
  public static final int LARGEST = 4096;

  public RdmaMtu {
    if (bytes < SMALLEST || bytes > LARGEST || Integer.bitCount(bytes) != 1) {
      throw new IllegalArgumentException(
          "RDMA MTU " + bytes + ": expected 256, 512, 1024, 2048 or 4096");
    }
  }
}
