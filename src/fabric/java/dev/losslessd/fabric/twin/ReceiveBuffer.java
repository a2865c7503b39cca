package dev.losslessd.fabric.twin;

/**
 * The NIC's receive buffer that takes the RoCE packets.
 *
 * @param sizeBytes above it a packet is discarded
 * @param xoffBytes above it the NIC pauses its switch port, where PFC is on
 */
public record ReceiveBuffer(long sizeBytes, long xoffBytes) {
  public ReceiveBuffer {
    if (xoffBytes < 0 || sizeBytes < xoffBytes) {
      throw new IllegalArgumentException(
          "receive buffer of %d bytes with XOFF %d: expected 0 <= XOFF <= size"
              .formatted(sizeBytes, xoffBytes));
    }
  }
}
