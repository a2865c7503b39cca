package dev.losslessd.transport.netlink;

/**
 * An application of pre-standard DCBX.
 *
 * @param idType 0 EtherType, 1 TCP or UDP port
 * @param priorities bit n is priority n: CEE knows a set where the standard has one
 */
public record CeeApp(int idType, int id, int priorities) {}
