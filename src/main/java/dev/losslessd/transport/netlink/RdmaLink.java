package dev.losslessd.transport.netlink;

/**
 * One port of an RDMA device, as nldev PORT_GET tells it.
 *
 * @param port 1-based
 * @param state IB port state: 1 down, 4 active
 * @param physicalState 5 is link up
 * @param netdev empty if it has none in this network namespace
 * @param netdevIndex 0 if it has none
 */
public record RdmaLink(
    String device, int port, int state, int physicalState, String netdev, long netdevIndex) {}
