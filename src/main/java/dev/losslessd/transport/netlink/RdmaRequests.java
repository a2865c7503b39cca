package dev.losslessd.transport.netlink;

import java.lang.foreign.MemorySegment;
import java.util.Collection;

/** Requests of RDMA netlink as bytes. Each returns the length of the message it wrote. */
final class RdmaRequests {
  /** Bytes of a request for the counters of a port. */
  static final int COUNTERS_BYTES = Dcbnl.NLMSG_HEADER + 2 * (Dcbnl.NLA_HEADER + 4);

  private static final int ONE = Dcbnl.NLM_F_REQUEST | Dcbnl.NLM_F_ACK;
  private static final int ALL = ONE | Rdmanl.NLM_F_DUMP;

  private RdmaRequests() {}

  static int devices(MemorySegment into, int sequence) {
    return new MessageWriter(into).begin(Rdmanl.GET, ALL, sequence).finish();
  }

  /** Writes a request for the number of objects of each kind on every device. */
  static int summaries(MemorySegment into, int sequence) {
    return new MessageWriter(into).begin(Rdmanl.RES_GET, ALL, sequence).finish();
  }

  /** All queue pairs of a device, those not yet bound to a port too. */
  static int queuePairs(MemorySegment into, int sequence, long device) {
    return dump(into, Rdmanl.RES_QP_GET, sequence, device);
  }

  /** Protection domains of a device: each process that uses it has one. */
  static int domains(MemorySegment into, int sequence, long device) {
    return dump(into, Rdmanl.RES_PD_GET, sequence, device);
  }

  /**
   * Not a dump: that would be the counters of single queue pairs. Nor acknowledged: what comes is
   * one message, the answer or the refusal.
   */
  static int counters(MemorySegment into, int sequence, long device, int port) {
    return port(into, Rdmanl.STAT_GET, Dcbnl.NLM_F_REQUEST, sequence, device, port).finish();
  }

  /** The kernel wants a mode in this request, and answers with the one that the port has. */
  static int queuePairMode(MemorySegment into, int sequence, long device, int port) {
    return port(into, Rdmanl.STAT_GET, ONE, sequence, device, port)
        .attributeU32(Rdmanl.STAT_RES, Rdmanl.RES_QP)
        .attributeU32(Rdmanl.STAT_MODE, Rdmanl.MODE_MANUAL)
        .finish();
  }

  static int queuePairSets(MemorySegment into, int sequence, long device, int port) {
    return port(into, Rdmanl.STAT_GET, ALL, sequence, device, port)
        .attributeU32(Rdmanl.STAT_RES, Rdmanl.RES_QP)
        .finish();
  }

  static int counterStatus(MemorySegment into, int sequence, long device, int port) {
    return port(into, Rdmanl.STAT_GET_STATUS, ONE, sequence, device, port).finish();
  }

  /** Replaces the set of optional counters that count. */
  static int enable(
      MemorySegment into, int sequence, long device, int port, Collection<Long> indexes) {
    return port(into, Rdmanl.STAT_SET, ONE, sequence, device, port)
        .attribute(
            Rdmanl.STAT_HWCOUNTERS | Dcbnl.NLA_F_NESTED,
            nest -> indexes.forEach(index -> nest.attributeU32(Rdmanl.STAT_INDEX, index)))
        .finish();
  }

  private static int dump(MemorySegment into, int type, int sequence, long device) {
    return new MessageWriter(into)
        .begin(type, ALL, sequence)
        .attributeU32(Rdmanl.DEV_INDEX, device)
        .finish();
  }

  private static MessageWriter port(
      MemorySegment into, int type, int flags, int sequence, long device, int port) {
    return new MessageWriter(into)
        .begin(type, flags, sequence)
        .attributeU32(Rdmanl.DEV_INDEX, device)
        .attributeU32(Rdmanl.PORT_INDEX, port);
  }
}
