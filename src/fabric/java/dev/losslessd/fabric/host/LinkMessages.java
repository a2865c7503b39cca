package dev.losslessd.fabric.host;

import java.nio.ByteBuffer;

/** Link messages of rtnetlink, with as many attributes as a listener needs. */
final class LinkMessages {
  private static final int RTM_NEWLINK = 16;
  private static final int RTM_DELLINK = 17;
  private static final int ARPHRD_ETHER = 1;
  private static final int IFLA_IFNAME = 3;
  private static final int IFLA_MTU = 4;
  private static final int IFLA_OPERSTATE = 16;
  private static final int IFLA_CARRIER = 33;
  private static final int OPER_DOWN = 2;
  private static final int OPER_UP = 6;

  /** IFF_UP, IFF_BROADCAST and IFF_MULTICAST of ifi_flags. */
  private static final int FLAGS_UP = 0x1003;

  /** IFF_RUNNING and IFF_LOWER_UP of ifi_flags. */
  private static final int FLAGS_RUNNING = 0x10040;

  private LinkMessages() {}

  /** Message with the link's state as it is now. */
  static ByteBuffer state(FakeNic nic) {
    return message(RTM_NEWLINK, nic, nic.port().linkUp());
  }

  /** Message that the device is gone. */
  static ByteBuffer gone(FakeNic nic) {
    return message(RTM_DELLINK, nic, false);
  }

  private static ByteBuffer message(int type, FakeNic nic, boolean up) {
    NetlinkWriter out = new NetlinkWriter();
    out.begin(type, 0, 0, 0).u8s(0, 0).u16(ARPHRD_ETHER).u32(nic.ifindex());
    out.u32(up ? FLAGS_UP | FLAGS_RUNNING : FLAGS_UP).u32(0);
    out.attributeText(IFLA_IFNAME, nic.identity().netdev());
    out.attributeU8(IFLA_OPERSTATE, up ? OPER_UP : OPER_DOWN);
    out.attributeU32(IFLA_MTU, nic.port().mtu());
    out.attributeU8(IFLA_CARRIER, up ? 1 : 0);
    return out.end().done();
  }
}
