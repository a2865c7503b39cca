package dev.losslessd.transport.netlink;

/** Something changed on this host, by whoever's hand. */
public sealed interface Event {
  /**
   * Event after a write of DCB settings; also sent for refused writes, and never for firmware or
   * sysfs ones.
   *
   * @param senderPort netlink port of the writer: its process id, if it is a simple tool
   */
  record DcbChanged(String ifname, DcbState state, int senderPort) implements Event {}

  /**
   * A link came, went or changed.
   *
   * @param up the netdev is administratively up and has carrier (IFF_LOWER_UP)
   * @param operstate RFC 2863: 6 up, 2 down, 7 lower layer down (linux/if.h), 0 unknown
   * @param gone the netdev does not exist any more
   */
  record LinkChanged(String ifname, int ifindex, boolean up, int operstate, boolean gone)
      implements Event {}

  /** Events were lost or could not be understood: read everything again. */
  record Overrun(String why) implements Event {}
}
