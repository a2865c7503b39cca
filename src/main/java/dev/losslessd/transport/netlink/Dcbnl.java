package dev.losslessd.transport.netlink;

/** Constants of the kernel's include/uapi/linux/{netlink,rtnetlink,dcbnl}.h. */
final class Dcbnl {
  static final int NLMSG_ERROR = 2;
  static final int NLM_F_REQUEST = 1;
  static final int NLM_F_ACK = 4;
  static final int NLMSG_HEADER = 16;
  static final int NLA_HEADER = 4;
  static final int NLA_F_NESTED = 0x8000;
  static final int NLA_TYPE_MASK = 0x3fff;

  static final int RTM_NEWLINK = 16;
  static final int RTM_DELLINK = 17;
  static final int RTM_GETDCB = 78;
  static final int RTM_SETDCB = 79;

  /** struct dcbmsg: u8 family, u8 cmd, u16 pad. */
  static final int DCBMSG = 4;

  static final int CMD_IEEE_SET = 20;
  static final int CMD_IEEE_GET = 21;
  static final int CMD_GDCBX = 22;
  static final int CMD_SDCBX = 23;
  static final int CMD_IEEE_DEL = 27;

  static final int ATTR_IFNAME = 1;
  static final int ATTR_IEEE = 13;
  static final int ATTR_DCBX = 14;

  static final int IEEE_ETS = 1;
  static final int IEEE_PFC = 2;
  static final int IEEE_APP_TABLE = 3;
  static final int IEEE_PEER_PFC = 5;
  static final int IEEE_MAXRATE = 7;
  static final int IEEE_QCN_STATS = 9;
  static final int IEEE_BUFFER = 10;

  static final int APP_IEEE = 1;
  static final int APP_DCB = 2;

  static final int ETS_BYTES = 59;
  static final int PFC_BYTES = 136;
  static final int APP_BYTES = 4;
  static final int MAXRATE_BYTES = 64;
  static final int BUFFER_BYTES = 44;

  private Dcbnl() {}

  static String command(int command) {
    return switch (command) {
      case CMD_IEEE_SET -> "IEEE_SET";
      case CMD_IEEE_GET -> "IEEE_GET";
      case CMD_GDCBX -> "GDCBX";
      case CMD_SDCBX -> "SDCBX";
      case CMD_IEEE_DEL -> "IEEE_DEL";
      default -> "dcb command " + command;
    };
  }
}
