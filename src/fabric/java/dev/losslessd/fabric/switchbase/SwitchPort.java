package dev.losslessd.fabric.switchbase;

/**
 * A front port of a switch, and the neighbour on its cable.
 *
 * @param number on the front, from 1
 * @param name as the switch's system calls it, for example {@code Ethernet1/1}
 * @param ifIndex as its agent numbers it
 * @param mac of the port
 */
public record SwitchPort(
    int number,
    String name,
    int ifIndex,
    int gbps,
    String mac,
    Neighbour neighbour,
    Traffic traffic) {}
