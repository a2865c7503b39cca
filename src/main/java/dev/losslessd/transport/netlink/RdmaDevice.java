package dev.losslessd.transport.netlink;

/**
 * One RDMA device of this network namespace, as nldev GET tells it.
 *
 * @param index what every other request names it by; may be another after a reload of its driver
 * @param name {@code mlx5_0}
 * @param ports how many it has
 * @param firmware empty where the driver does not tell
 * @param protocol {@code roce}, {@code ib}, {@code iw}; empty on old kernels
 */
public record RdmaDevice(long index, String name, int ports, String firmware, String protocol) {}
