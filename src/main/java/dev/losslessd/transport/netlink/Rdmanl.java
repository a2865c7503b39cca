package dev.losslessd.transport.netlink;

/** Numbers of include/uapi/rdma/rdma_netlink.h; a message has no family header. */
final class Rdmanl {
  static final int NLMSG_DONE = 3;
  static final int NLM_F_DUMP = 0x300;

  /** Client NLDEV is 5; the type is client and operation. */
  private static final int NLDEV = 5 << 10;

  static final int GET = NLDEV | 1;
  static final int RES_GET = NLDEV | 9;
  static final int RES_QP_GET = NLDEV | 10;
  static final int RES_PD_GET = NLDEV | 14;
  static final int STAT_SET = NLDEV | 16;
  static final int STAT_GET = NLDEV | 17;

  /** Linux 5.16 and newer. */
  static final int STAT_GET_STATUS = NLDEV | 24;

  static final int DEV_INDEX = 1;
  static final int DEV_NAME = 2;
  static final int PORT_INDEX = 3;
  static final int RES_SUMMARY = 15;
  static final int RES_SUMMARY_ENTRY = 16;
  static final int RES_SUMMARY_NAME = 17;
  static final int RES_SUMMARY_CURRENT = 18;
  static final int RES_QP = 19;
  static final int RES_QP_ENTRY = 20;
  static final int RES_TYPE = 26;
  static final int RES_STATE = 27;
  static final int RES_PID = 28;
  static final int RES_KERN_NAME = 29;
  static final int RES_PD = 46;
  static final int RES_PD_ENTRY = 47;
  static final int STAT_MODE = 74;
  static final int STAT_RES = 75;
  static final int STAT_AUTO_MODE_MASK = 76;
  static final int STAT_COUNTER = 77;
  static final int STAT_COUNTER_ENTRY = 78;
  static final int STAT_HWCOUNTERS = 80;
  static final int STAT_ENTRY = 81;
  static final int STAT_NAME = 82;
  static final int STAT_VALUE = 83;
  static final int STAT_INDEX = 94;
  static final int STAT_DYNAMIC = 95;

  /** Bits of enum rdma_nl_counter_mask. */
  static final int MASK_TYPE = 1;

  static final int MASK_PID = 2;

  /** Value of enum rdma_nl_counter_mode. */
  static final int MODE_MANUAL = 2;

  private Rdmanl() {}
}
