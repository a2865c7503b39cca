package dev.losslessd.transport.netlink;

/** Something changed on this host, by whoever's hand. */
public sealed interface Event {
  /**
   * Event after a write of DCB settings; also sent for refused writes, and never for firmware or
   * sysfs ones.
   *
   * @param senderPort netlink port of the writer: its process id, if it is a simple tool
   */
  record DcbChanged(String ifname, int senderPort) implements Event {}

  /** A link came, went or changed. */
  record LinkChanged(String ifname) implements Event {}

  /** Events were lost or could not be understood: read everything again. */
  record Overrun(String why) implements Event {}
}
