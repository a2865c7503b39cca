package dev.losslessd.fabric.host;

/**
 * An entry of the kernel's APP list.
 *
 * @param selector 5 = DSCP
 * @param priority 0..7
 * @param protocol DSCP, port or EtherType
 */
record AppEntry(int selector, int priority, int protocol) {
  static final int DSCP = 5;
}
