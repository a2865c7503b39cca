package dev.losslessd.transport.netlink;

import java.util.List;

/**
 * One queue pair, as nldev RES_QP_GET tells it.
 *
 * @param port 1-based; 0 until the queue pair is bound to one
 * @param type of enum ib_qp_type: 0 SMI, 1 GSI, 2 RC, 3 UC, 4 UD
 * @param state of enum ib_qp_state: 0 reset, 1 init, 2 ready to receive, 3 ready to send, 4
 *     draining its send queue, 5 send queue error, 6 error
 * @param process that made it and still lives; 0 for the kernel, and where it is not told
 */
public record QueuePair(int port, int type, int state, int process) {
  private static final int GSI = 1;
  private static final int READY_TO_RECEIVE = 2;
  private static final int READY_TO_SEND = 3;

  /** The constants of enum ib_qp_type as the {@code rdma} tool prints them. */
  private static final List<String> TYPES =
      List.of(
          "SMI",
          "GSI",
          "RC",
          "UC",
          "UD",
          "RAW_IPV6",
          "RAW_ETHERTYPE",
          "UNKNOWN",
          "RAW_PACKET",
          "XRC_INI",
          "XRC_TGT");

  /** The word of a type; its number where it has none. */
  public static String typeWord(int type) {
    return type < TYPES.size() ? TYPES.get(type) : Integer.toString(type);
  }

  /**
   * It has a peer whose retries run out when the link goes, or its own do. One that is only written
   * to stays ready to receive for life: perftest's server of ib_write_bw is so, as seen in the lab.
   */
  public boolean connected() {
    return state == READY_TO_RECEIVE || state == READY_TO_SEND;
  }

  /**
   * QP0 and QP1, which every port has and which lose nothing with the link. A kernel module's other
   * queue pairs (NVMe, NFS) carry data like a process's.
   */
  public boolean management() {
    return type <= GSI;
  }
}
