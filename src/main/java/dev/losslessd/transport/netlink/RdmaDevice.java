package dev.losslessd.transport.netlink;

/**
 * One RDMA device of this network namespace, as nldev GET tells it.
 *
 * @param index what every other request names it by; may be another after a reload of its driver
 * @param name {@code mlx5_0}
 */
public record RdmaDevice(long index, String name) {}
