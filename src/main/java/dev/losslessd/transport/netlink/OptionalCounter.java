package dev.losslessd.transport.netlink;

/**
 * A counter of an RDMA port that counts only when asked to, Linux 5.16 and newer.
 *
 * @param index what STAT_SET names it by
 */
public record OptionalCounter(long index, String name, boolean enabled) {}
