package dev.losslessd.fabric.host;

/** Numbers of include/uapi/rdma/rdma_netlink.h that the fake kernel answers with. */
final class RdmaWire {
  static final int NLDEV = 5;
  static final int GET = 1;
  static final int PORT_GET = 5;
  static final int RES_GET = 9;
  static final int RES_QP_GET = 10;
  static final int RES_PD_GET = 14;
  static final int STAT_SET = 16;
  static final int STAT_GET = 17;
  static final int STAT_GET_STATUS = 24;

  static final int DEV_INDEX = 1;
  static final int DEV_NAME = 2;
  static final int PORT_INDEX = 3;
  static final int FW_VERSION = 5;
  static final int PORT_STATE = 12;
  static final int PORT_PHYS_STATE = 13;
  static final int DEV_NODE_TYPE = 14;
  static final int SUMMARY = 15;
  static final int SUMMARY_ENTRY = 16;
  static final int SUMMARY_NAME = 17;
  static final int SUMMARY_CURRENT = 18;
  static final int QP = 19;
  static final int QP_ENTRY = 20;
  static final int LQPN = 21;
  static final int RQPN = 22;
  static final int QP_TYPE = 26;
  static final int QP_STATE = 27;
  static final int PID = 28;
  static final int KERN_NAME = 29;
  static final int PD = 46;
  static final int PD_ENTRY = 47;
  static final int NDEV_INDEX = 50;
  static final int NDEV_NAME = 51;
  static final int DEV_PROTOCOL = 67;
  static final int STAT_MODE = 74;
  static final int STAT_RES = 75;
  static final int STAT_AUTO_MODE_MASK = 76;
  static final int COUNTER = 77;
  static final int COUNTER_ENTRY = 78;
  static final int COUNTER_ID = 79;
  static final int HWCOUNTERS = 80;
  static final int HWCOUNTER_ENTRY = 81;
  static final int HWCOUNTER_NAME = 82;
  static final int HWCOUNTER_VALUE = 83;
  static final int HWCOUNTER_INDEX = 94;
  static final int HWCOUNTER_DYNAMIC = 95;

  /** Linux 6.15 and newer. */
  static final int OPCOUNTER_ENABLED = 104;

  /** Values of enum rdma_nl_counter_mode and rdma_nl_counter_mask. */
  static final int AUTO = 1;

  static final int MASK_TYPE = 1;

  /** Values of enum ib_qp_type and ib_qp_state. */
  static final int GSI = 1;

  static final int RC = 2;
  static final int READY_TO_SEND = 3;

  private RdmaWire() {}
}
