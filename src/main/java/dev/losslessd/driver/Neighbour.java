package dev.losslessd.driver;

import dev.losslessd.model.PortId;

/**
 * One LLDP neighbour.
 *
 * @param localPort the switch's port
 * @param remoteSystem the far end's system name; its chassis id where it tells no name
 * @param remotePort the far end's port id: a name, or a MAC address as {@code 0c:42:a1:00:00:01}
 */
public record Neighbour(PortId localPort, String remoteSystem, String remotePort) {}
