package dev.losslessd.transport.lldp;

/**
 * One LLDP frame (IEEE 802.1AB), as far as it tells who is at the other end of a cable.
 *
 * @param chassis MAC address as {@code 0c:42:a1:00:00:01}, address, or a name
 * @param port MAC address or a name: {@code Ethernet1/7}, {@code swp7}
 * @param portIsName whether the port id is a name of the sender's, not an address
 * @param ttlSeconds how long it holds; 0: the sender goes, forget it now
 * @param portDescription empty where not sent; many switches put the port's name here
 * @param systemName empty where not sent
 */
public record LldpFrame(
    String chassis,
    String port,
    boolean portIsName,
    int ttlSeconds,
    String portDescription,
    String systemName) {}
